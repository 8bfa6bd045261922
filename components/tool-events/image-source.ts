const pictures = /^image\/(png|jpeg|gif|webp|avif)$/;
const base64 = /^[A-Za-z0-9+/]+=*$/;

/** An address for a picture that is here already; undefined for what is no plain picture. */
export function imageSource({
  mediaType,
  data,
}: {
  mediaType: string;
  data: string;
}): string | undefined {
  return pictures.test(mediaType) && base64.test(data)
    ? `data:${mediaType};base64,${data}`
    : undefined;
}
