import { int, isObject, object, oneOf, str, time, type Codec } from '@porchlight/resource';
import type { SentEmEvent } from '../generated/porchlight/marketing/v1/em_event_service';
import { EM_EVENT_TYPES } from './em-events.resource';

const type = oneOf(EM_EVENT_TYPES);
const recipient = str({ max: 320 });
const personId = int({ min: 1 });

const readable: Codec<SentEmEvent> = object<Omit<SentEmEvent, 'problem'>>(
  {
    type,
    occurred: time(),
    recipient,
    personId,
    campaignId: int({ min: 1 }),
    userId: int({ min: 1 }),
    url: str({ max: 2048 }),
  },
  // An absent campaign is 0 on the wire, an absent recipient is empty.
  { required: ['type'], defaults: { recipient: '', campaignId: 0 } },
);

/** Events that could not be read, with what they say about their recipient. */
const unreadable = new WeakMap<object, SentEmEvent>();

/** The parts of an unreadable event that decide whom it suppresses, and the problem. */
const salvage = (value: unknown, path: string): object => {
  const problems: string[] = [];
  readable.read(value, path, problems);
  const parts = isObject(value) ? value : {};
  const read = <T>(codec: Codec<T>, name: string): T | undefined => codec.read(parts[name], name, []);
  const marker = {};
  unreadable.set(marker, {
    type: read(type, 'type') ?? '',
    recipient: read(recipient, 'recipient') ?? '',
    personId: read(personId, 'personId'),
    campaignId: 0,
    problem: problems.join(' ') || `Field '${path}' must be an object.`,
  });
  return marker;
};

/**
 * An email event as it is sent. An unreadable one is passed on with its problem: it rejects only itself, and it may
 * suppress its recipient all the same (D13.5).
 */
export const sentEmEvent: Codec<SentEmEvent> = {
  ...readable,
  read: (value, path, problems) =>
    (typeof value === 'object' && value !== null ? unreadable.get(value) : undefined) ??
    readable.read(value, path, problems),
  coerce: (value, reading, path) => {
    const coerced = readable.coerce?.(value, reading, path);
    return readable.read(coerced, path, []) === undefined ? salvage(coerced, path) : coerced;
  },
};
