/**
 * Draws public/icon/*.png: two rounded squares that overlap, one behind the other. Run it by hand
 * after a change of the drawing (node scripts/make-icons.mjs); the pictures are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

const TEAL = [0x0b, 0x6e, 0x63];
const PALE_TEAL = [0x7f, 0xbf, 0xb6];
const SIZES = [16, 32, 48, 128];

// In units of the whole picture.
const SIDE = 0.6;
const RADIUS = 0.17;
const MARGIN = 0.03;
const GAP = 0.055;
const back = { x: MARGIN, y: MARGIN };
const front = { x: 1 - MARGIN - SIDE, y: 1 - MARGIN - SIDE };

await mkdir('public/icon', { recursive: true });
for (const size of SIZES) await writeFile(`public/icon/${size}.png`, encodePng(size, draw(size)));

function draw(size) {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const point = { x: (column + 0.5) / size, y: (row + 0.5) / size };
      const toFront = distanceTo(front, point);
      const inFront = coverage(toFront, size);
      const inBack = coverage(distanceTo(back, point), size) * (1 - coverage(toFront - GAP, size));
      const alpha = inFront + inBack * (1 - inFront);
      const colour = TEAL.map((channel, index) =>
        alpha === 0 ? 0 : (channel * inFront + PALE_TEAL[index] * inBack * (1 - inFront)) / alpha,
      );
      pixels.set([...colour.map(Math.round), Math.round(alpha * 255)], (row * size + column) * 4);
    }
  }
  return pixels;
}

/** How far a point is from the edge of a rounded square; negative inside. */
function distanceTo(corner, point) {
  const half = SIDE / 2;
  const x = Math.abs(point.x - corner.x - half) - half + RADIUS;
  const y = Math.abs(point.y - corner.y - half) - half + RADIUS;
  return Math.hypot(Math.max(x, 0), Math.max(y, 0)) + Math.min(Math.max(x, y), 0) - RADIUS;
}

/** How much of a pixel lies inside, which gives smooth edges. */
function coverage(distance, size) {
  return Math.min(Math.max(0.5 - distance * size, 0), 1);
}

function encodePng(size, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits a channel, RGBA
  const stride = size * 4;
  const rows = Array.from({ length: size }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * stride, (row + 1) * stride)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
