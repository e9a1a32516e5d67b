import type { TextMessage } from '@porchlight/contracts';
import { column, type Columns, type Index, type Stored, type Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';
import { buildDigitsCondition, normalizeDigits } from './calls-strategy';
import { checkWebAddress, personChild, type ChildSources } from './person-child';

export const textMessageColumns = {
  ...authoredColumns,
  message: column.text,
  toNumber: column.text,
  fromNumber: column.text,
  isIncoming: column.flag,
  /** The user who recorded it. */
  userId: column.number,
  externalLabel: column.optional(column.text),
  externalUrl: column.optional(column.text),
  systemName: column.optional(column.text),
  /** The system's id in the account; absent for systems that other accounts or an operator registered. */
  systemId: column.optional(column.number),
  /** Digits, as filters compare them. */
  toDigits: column.optional(column.text),
  fromDigits: column.optional(column.text),
} satisfies Columns;

/** A text message as it is stored. */
export interface TextMessageDocument extends AuthoredDocument, Stored<typeof textMessageColumns> {}

/** Text messages are found by the digits of their numbers. */
export const TEXT_MESSAGE_INDEXES: readonly Index[] = [
  { keys: { toDigits: 1, id: 1 } },
  { keys: { fromDigits: 1, id: 1 } },
];

const withDigits = <C extends Pick<TextMessageDocument, 'toNumber' | 'fromNumber'>>(text: C) => ({
  ...text,
  toDigits: normalizeDigits(text.toNumber),
  fromDigits: normalizeDigits(text.fromNumber),
});

const DIGIT_FIELDS: Readonly<Record<string, keyof TextMessageDocument>> = {
  toNumber: 'toDigits',
  fromNumber: 'fromDigits',
};

/** Rules of text messages: they record messages that were sent or received elsewhere (decisions section 5). */
export const createTextMessagesStrategy = (sources: ChildSources): Strategy<TextMessage, TextMessageDocument> => ({
  ...personChild<TextMessage, TextMessageDocument>(sources, {
    prepareNew: ({ call }, input) =>
      withDigits({
        message: input.message ?? '',
        toNumber: input.toNumber ?? '',
        fromNumber: input.fromNumber ?? '',
        isIncoming: input.isIncoming ?? false,
        userId: call.actor.userId,
        externalLabel: input.externalLabel || undefined,
        externalUrl: checkWebAddress('externalUrl', input.externalUrl),
        systemName: call.actor.system,
        systemId: call.actor.systemId,
      }),
    prepareChanged: (_context, before, input, mask) => {
      const after: TextMessageDocument = { ...before };
      if (mask.has('message')) after.message = input.message ?? before.message;
      if (mask.has('toNumber')) after.toNumber = input.toNumber ?? before.toNumber;
      if (mask.has('fromNumber')) after.fromNumber = input.fromNumber ?? before.fromNumber;
      if (mask.has('isIncoming')) after.isIncoming = input.isIncoming ?? false;
      if (mask.has('externalLabel')) after.externalLabel = input.externalLabel || undefined;
      if (mask.has('externalUrl')) after.externalUrl = checkWebAddress('externalUrl', input.externalUrl);
      return withDigits(after);
    },
    render: ({ isIncoming, userId, created, systemName }, settings) => ({
      status: isIncoming ? 'Received' : 'Sent',
      userId: userId || undefined,
      userName: settings.member(userId)?.name,
      sent: created,
      isExternal: systemName !== undefined,
      media: [],
    }),
  }),
  planList: (_call, { filters }) => ({
    conditions: filters.map((filter) => {
      const field = DIGIT_FIELDS[filter.name];
      return field && buildDigitsCondition(field, filter);
    }),
  }),
});
