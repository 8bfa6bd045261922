import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const PALETTE_SIZE = 256;

/**
 * The same picture with at most 256 colours, which is all that a flat screen has. It takes a third
 * of the room, and these pictures are committed.
 */
export function withPalette(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  const channels = header && CHANNELS[header.readUInt8(9)];
  if (!header || channels === undefined || header.readUInt8(8) !== 8) return png;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const packed = Buffer.concat(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
  );
  const colors = colorsOf(unfilter(inflateSync(packed), width, height, channels), channels);
  const palette = paletteOf(colors);
  const places = new Map(palette.map((color, index) => [color, index]));

  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colors[y * width + x] ?? 0;
      const place = places.get(color) ?? nearest(palette, color);
      places.set(color, place);
      lines[y * (width + 1) + 1 + x] = place;
    }
  }
  const indexed = Buffer.from(header);
  indexed.writeUInt8(3, 9);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', indexed),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Every line names how its bytes were guessed from their neighbours; this adds the guess again. */
function unfilter(data: Buffer, width: number, height: number, channels: number): Buffer {
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const here = y * stride + x;
      const left = x >= channels ? (pixels[here - channels] ?? 0) : 0;
      const above = y > 0 ? (pixels[here - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[here - stride - channels] ?? 0) : 0;
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      pixels[here] = (data[y * (stride + 1) + 1 + x] ?? 0) + (guesses[filter ?? 0] ?? 0);
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function colorsOf(pixels: Buffer, channels: number): number[] {
  return Array.from({ length: pixels.length / channels }, (_, index) =>
    pixels.readUIntBE(index * channels, 3),
  );
}

/** The colours that are used most, each clearly another than those before it, a rare hue included. */
function paletteOf(colors: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byUse = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  for (let apart = 0; ; apart += 4) {
    const palette: number[] = [];
    for (const color of byUse) {
      const closest = palette[nearest(palette, color)];
      if (closest === undefined || distance(closest, color) > apart ** 2) palette.push(color);
      if (palette.length > PALETTE_SIZE) break;
    }
    if (palette.length <= PALETTE_SIZE) return palette;
  }
}

function nearest(palette: readonly number[], color: number): number {
  let found = 0;
  let least = Infinity;
  for (const [index, known] of palette.entries()) {
    const far = distance(known, color);
    if (far < least) [found, least] = [index, far];
  }
  return found;
}

function distance(left: number, right: number): number {
  const red = (left >> 16) - (right >> 16);
  const green = ((left >> 8) & 0xff) - ((right >> 8) & 0xff);
  const blue = (left & 0xff) - (right & 0xff);
  return red ** 2 + green ** 2 + blue ** 2;
}

function channelsOf(color: number): number[] {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc(body), body.length + 4);
  return framed;
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
