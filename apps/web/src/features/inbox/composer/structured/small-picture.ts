/** Its longer side, pixels: small enough that ten of them are kept with a draft. */
const side = 240;
/** A video whose first picture is not there within this time has none, milliseconds. */
const withinMs = 5_000;

/** A small picture of a picture or video as a data URL; '' where this browser cannot make one. */
export async function smallPicture(file: Blob, kind: 'image' | 'video'): Promise<string> {
  try {
    return kind === 'image' ? drawn(await createImageBitmap(file)) : await pictureOfVideo(file);
  } catch {
    return '';
  }
}

function drawn(source: ImageBitmap | HTMLVideoElement): string {
  const [width, height] =
    'videoWidth' in source ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.7);
}

function pictureOfVideo(file: Blob): Promise<string> {
  const url = URL.createObjectURL(file);
  const film = document.createElement('video');
  film.preload = 'auto';
  film.muted = true;
  return new Promise<string>((resolve) => {
    film.onloadeddata = () => resolve(film.videoWidth > 0 ? drawn(film) : '');
    film.onerror = () => resolve('');
    setTimeout(() => resolve(''), withinMs);
    film.src = url;
  }).finally(() => {
    film.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
