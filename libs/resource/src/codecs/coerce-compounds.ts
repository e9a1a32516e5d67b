import type { Codec } from '../codec';
import { fit } from '../fit-value';
import { isObject, parseObjectText, unwrapSingle, type Reading } from '../reading';
import { CUSTOM_NAME, customValue } from './custom-value-codecs';

const ANY_CUSTOM = customValue();
/** Names of unknown keys in an error; further ones are left out. */
export const MAX_UNKNOWN_SHOWN = 50;
/** Entries of a list of a lead that are read to find those with a value. */
const MAX_EXAMINED = 1_000;

/** Finds the intended object: from a short form, or in `lead` mode from a list of one, JSON text or a number. */
const openObject = (value: unknown, lift: (value: unknown) => unknown, reading: Reading, path: string): unknown => {
  const lifted = lift(value);
  if (isObject(lifted) || !reading.converts) return lifted;
  const inner = Array.isArray(value) && value.length > 0 ? unwrapSingle([value[0]]) : value;
  const opened = lift(typeof inner === 'number' ? String(inner) : parseObjectText(inner));
  if (isObject(opened)) reading.report(path);
  return opened;
};

/** Objects: each part by its codec; unknown keys are ignored if the mode allows it. */
export const coerceObject = (
  fields: Readonly<Record<string, Codec<unknown>>>,
  lift = (value: unknown): unknown => value,
) => {
  const takesCustom = Object.values(fields).some((part) => part.parts?.map);
  const findCodec = (key: string): Codec<unknown> | undefined => {
    if (Object.hasOwn(fields, key)) return fields[key];
    return takesCustom && CUSTOM_NAME.test(key) ? ANY_CUSTOM : undefined;
  };
  return (value: unknown, reading: Reading, path: string): unknown => {
    const object = openObject(value, lift, reading, path);
    if (object === null && reading.drops) return undefined;
    if (!isObject(object)) return reading.unreadable(path, value);
    const out: [string, unknown][] = [];
    let refused = 0;
    for (const key of Object.keys(object)) {
      const codec = findCodec(key);
      if (codec) out.push([key, fit(codec, object[key], reading, `${path}.${key}`)]);
      else if (reading.ignoresUnknown) reading.reportPart(path, key);
      // The codec refuses the object for its unknown keys and shows the first ones.
      else if (refused++ < MAX_UNKNOWN_SHOWN) out.push([key, object[key]]);
    }
    return Object.fromEntries(out.filter(([, part]) => part !== undefined));
  };
};

/** The entries of an object whose keys are numbers, as forms send lists; any other value itself. */
export const openIndexed = (value: unknown): unknown =>
  isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;

/** The entries for a value that is not a list. */
const openList = (value: unknown, ofText?: (text: string) => unknown[]): unknown[] => {
  if (typeof value === 'string' && ofText) return ofText(value);
  if (value === null || value === undefined) return [];
  const opened = openIndexed(value);
  return Array.isArray(opened) ? opened : [value];
};

/**
 * Lists: each entry by its codec, and a single value as the only entry; in `lead` mode also lists in lists, and the
 * first `max` of too many.
 */
export const coerceList =
  (item: Codec<unknown>, max: number, ofText?: (text: string) => unknown[]) =>
  (value: unknown, reading: Reading, path: string): unknown => {
    if (!reading.converts) {
      if (value === null || value === undefined) return value;
      return [value].flat().map((entry, nth) => fit(item, entry, reading, `${path}.${nth}`));
    }
    const sent = Array.isArray(value) ? value : openList(value, ofText);
    const entries = item.parts?.item ? sent : sent.flat(3);
    if (!Array.isArray(value) || entries.length !== value.length) reading.report(path);
    const accepted: unknown[] = [];
    const most = Math.max(2 * max, MAX_EXAMINED);
    for (const [nth, entry] of entries.entries()) {
      if ((accepted.length === max || nth === most) && reading.drops) {
        reading.report(path);
        break;
      }
      const read = fit(item, entry, reading, `${path}.${nth}`);
      if (read !== undefined && read !== null) accepted.push(read);
    }
    return accepted;
  };
