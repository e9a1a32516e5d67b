import type { PhoneCall } from '@porchlight/contracts';
import type { FilterValues } from '@porchlight/resource';
import { column, type Columns, type Condition, type Index, type Stored, type Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';
import { checkWebAddress, personChild, resolveUser, type ChildSources } from './person-child';

export const callColumns = {
  ...authoredColumns,
  phone: column.text,
  isIncoming: column.flag,
  note: column.optional(column.text),
  outcome: column.optional(column.text),
  /** Seconds. */
  duration: column.optional(column.number),
  toNumber: column.optional(column.text),
  fromNumber: column.optional(column.text),
  /** The user who spoke with the person. */
  userId: column.number,
  recordingUrl: column.optional(column.text),
  /** Digits, as filters compare them. */
  phoneDigits: column.optional(column.text),
  toDigits: column.optional(column.text),
  fromDigits: column.optional(column.text),
} satisfies Columns;

/** A call as stored. */
export interface CallDocument extends AuthoredDocument, Stored<typeof callColumns> {}

/** Calls are found by the digits of their numbers. */
export const CALL_INDEXES: readonly Index[] = [
  { keys: { phoneDigits: 1, id: 1 } },
  { keys: { toDigits: 1, id: 1 } },
  { keys: { fromDigits: 1, id: 1 } },
];

/** A number as filters compare it; undefined when it has no digit. */
export const normalizeDigits = (number = ''): string | undefined => {
  const digits = number.normalize('NFKC').replace(/\D/gu, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || undefined;
};

/** The condition of a filter that names a number; text without digits matches nothing. */
export const buildDigitsCondition = (field: string, { values }: FilterValues): Condition | null => {
  const digits = normalizeDigits(values[0]);
  return digits === undefined ? null : { [field]: digits };
};

const withDigits = <C extends Pick<CallDocument, 'phone' | 'toNumber' | 'fromNumber'>>(call: C) => ({
  ...call,
  phoneDigits: normalizeDigits(call.phone),
  toDigits: normalizeDigits(call.toNumber),
  fromDigits: normalizeDigits(call.fromNumber),
});

const DIGIT_FIELDS: Readonly<Record<string, keyof CallDocument>> = {
  phone: 'phoneDigits',
  toNumber: 'toDigits',
  fromNumber: 'fromDigits',
};

/** The rules of calls (decisions section 5). */
export const createCallsStrategy = (sources: ChildSources): Strategy<PhoneCall, CallDocument> => ({
  ...personChild<PhoneCall, CallDocument>(sources, {
    prepareNew: (context, input) =>
      withDigits({
        phone: input.phone ?? '',
        isIncoming: input.isIncoming ?? false,
        note: input.note || undefined,
        outcome: input.outcome,
        duration: input.duration,
        toNumber: input.toNumber || undefined,
        fromNumber: input.fromNumber || undefined,
        userId: resolveUser(context, 'userId', input.userId),
        recordingUrl: checkWebAddress('recordingUrl', input.recordingUrl),
      }),
    prepareChanged: (context, before, input, mask) => {
      const after: CallDocument = { ...before };
      if (mask.has('phone')) after.phone = input.phone ?? before.phone;
      if (mask.has('isIncoming')) after.isIncoming = input.isIncoming ?? before.isIncoming;
      if (mask.has('note')) after.note = input.note || undefined;
      if (mask.has('outcome')) after.outcome = input.outcome;
      if (mask.has('duration')) after.duration = input.duration;
      if (mask.has('toNumber')) after.toNumber = input.toNumber || undefined;
      if (mask.has('fromNumber')) after.fromNumber = input.fromNumber || undefined;
      if (mask.has('userId') && input.userId !== before.userId)
        after.userId = resolveUser(context, 'userId', input.userId);
      if (mask.has('recordingUrl')) after.recordingUrl = checkWebAddress('recordingUrl', input.recordingUrl);
      return withDigits(after);
    },
    render: ({ userId }, settings) => ({ userId: userId || undefined, userName: settings.member(userId)?.name }),
  }),
  planList: (_call, { filters }) => ({
    conditions: filters.map((filter) => {
      const field = DIGIT_FIELDS[filter.name];
      return field && buildDigitsCondition(field, filter);
    }),
  }),
});
