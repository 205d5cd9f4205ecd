import { locationLimits } from '@parley/contract/content-limits';

export type Coordinates = { latitude: number; longitude: number };

const pair = /(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)/;
/** Where links of maps have the place, the most exact first. */
const inLinks = [
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
  /[?&](?:q|ll|query)=(?:loc:)?(-?[\d.]+)(?:,|%2C)(-?[\d.]+)/i,
  /@(-?\d+\.\d+),(-?\d+\.\d+)/,
  /#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/,
];

/** Reads "51.5073, -0.1277" as maps copy it, or a link to a map. @returns null when there is no place in it */
export function parseCoordinates(text: string): Coordinates | null {
  const typed = text.trim();
  const isLink = /^https?:\/\//i.test(typed);
  const patterns = isLink ? inLinks : [new RegExp(`^${pair.source}$`)];
  for (const pattern of patterns) {
    const [, latitude, longitude] = pattern.exec(typed) ?? [];
    const found = { latitude: Number(latitude), longitude: Number(longitude) };
    const { latitude: most, longitude: widest } = locationLimits;
    if (latitude === undefined || longitude === undefined) continue;
    if (Math.abs(found.latitude) <= most && Math.abs(found.longitude) <= widest) return found;
  }
  return null;
}

/** Five decimals are a metre: a browser gives more than it knows. */
export function writeCoordinates({ latitude, longitude }: Coordinates): string {
  const short = (value: number) => String(Number(value.toFixed(6)));
  return `${short(latitude)}, ${short(longitude)}`;
}
