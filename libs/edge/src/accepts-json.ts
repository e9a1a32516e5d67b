import { parseQuality } from './quality';

/** RFC 9110 12.5.1 for application/json: the most specific range decides. */
export const acceptsJson = (accept: string | undefined): boolean => {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return true;
  let specific = 0;
  let quality = 0;
  for (const part of accept.split(',').slice(0, 50)) {
    const [range = '', ...parameters] = part.split(';');
    const rank = RANKS[range.trim().toLowerCase()] ?? 0;
    if (rank === 0 || rank < specific) continue;
    const q = parseQuality(parameters);
    quality = rank > specific ? q : Math.max(quality, q);
    specific = rank;
  }
  return quality > 0;
};

const RANKS: Readonly<Record<string, number>> = { '*/*': 1, 'application/*': 2, 'application/json': 3 };
