import { parse } from 'content-type';

/** Entries that are read; further ones are ignored, because reading them costs time before a request is authorized. */
const MAX_ENTRIES = 50;

/**
 * The weights of an Accept or Accept-Encoding header by name in lower case (RFC 9110 12.4.2). Other parameters are
 * ignored. Of equal names the largest weight counts.
 */
export const parseWeights = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (let start = 0, entries = 0; start < header.length && entries < MAX_ENTRIES; entries++) {
    const { type, parameters, index } = parse(header, { comma: true, start });
    const { q } = parameters;
    const weight = q === undefined || !/^[\d.]+$/.test(q) ? 1 : Number(q);
    weights.set(type, Math.max(weight, weights.get(type) ?? 0));
    start = index + 1;
  }
  return weights;
};

/** RFC 9110 12.5.1 for application/json: the most specific range decides. */
export const acceptsJson = (accept: string | undefined): boolean => {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return true;
  const weights = parseWeights(accept);
  return (weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0) > 0;
};
