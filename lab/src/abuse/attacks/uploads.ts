import type { Attack } from '../attack';

const MIB = 1_048_576;
/** Nearly the whole body arrives at once, so that its average rate is high for a long time. */
const SENT = 900_000;

/** Uploads that do not end. */
export const UPLOAD_ATTACKS: readonly Attack[] = [
  {
    name: 'N3 uploads that do not end',
    weakness: 'N3',
    short: true,
    next: (random) => ({
      method: 'POST',
      path: random.pick(['/v1/events', '/v1/people', '/v1/notes']),
      headers: { 'content-type': 'application/json', 'content-length': String(MIB) },
      body: ' '.repeat(Math.round(SENT * (0.5 + random.next() / 2))),
      pace: 'stalled-upload',
    }),
  },
];
