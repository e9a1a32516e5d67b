import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '@porchlight/errors';
import type { FilterValues, ListQuery } from '@porchlight/resource';
import type { Actor } from '@porchlight/access';

/** Where a page ended: the sort value (none when sorted by id) and the id of its last record. */
export interface Position {
  readonly value?: string | number | boolean | Date | null;
  /** Instead of a text that is too long for a token: its digest. The text is read again from the record. */
  readonly digest?: string;
  readonly id: number;
  /** In a grouped sort: the position of the group, in case it is deleted before the next page. */
  readonly place?: number;
}

/** The list that a token belongs to; any difference makes it invalid. */
export interface TokenScope {
  readonly actor: Pick<Actor, 'accountId' | 'userId'>;
  readonly resource: string;
  readonly query: Pick<ListQuery, 'sort' | 'descending' | 'filters'>;
}

const MAC_BYTES = 16;
const MAX_LENGTH = 4_096;
/** Longest text that a token contains, characters. */
const MAX_TEXT = 500;

/** The digest of a sort value that is too long for a token. */
export const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64');

const canonical = (filters: readonly FilterValues[]): string =>
  JSON.stringify(
    filters.map(({ name, values }) => [name, ...values]).sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
  );

const computeMac = (key: Buffer, body: string, { actor, resource, query }: TokenScope): Buffer => {
  const filters = createHash('sha256').update(canonical(query.filters)).digest('base64');
  const scope = JSON.stringify([
    actor.accountId,
    actor.userId,
    resource,
    query.sort,
    query.sort !== '' && query.descending,
    filters,
  ]);
  return createHmac('sha256', key).update(scope).update('\0').update(body).digest().subarray(0, MAC_BYTES);
};

/** The opaque token that continues a list after a position. */
export const writeNextToken = (key: Buffer, scope: TokenScope, { value, id, place }: Position): string => {
  const isLong = typeof value === 'string' && value.length > MAX_TEXT;
  const wire = value instanceof Date ? { t: value.getTime() } : isLong ? { digest: computeDigest(value) } : value;
  const parts = value === undefined ? [id] : place === undefined ? [id, wire] : [id, wire, place];
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${body}.${computeMac(key, body, scope).toString('base64url')}`;
};

/** The position in a token. Throws INVALID_NEXT when it was changed or belongs to another list, account or user. */
export const readNextToken = (key: Buffer, scope: TokenScope, token: string): Position => {
  const [body = '', mac = '', ...rest] = token.length <= MAX_LENGTH ? token.split('.') : [];
  const sentMac = Buffer.from(mac, 'base64url');
  const expected = computeMac(key, body, scope);
  // The text itself must be canonical too: base64url lets trailing bits differ.
  const genuine =
    rest.length === 0 &&
    sentMac.length === MAC_BYTES &&
    timingSafeEqual(sentMac, expected) &&
    expected.toString('base64url') === mac;
  if (!genuine) throw refuse('INVALID_NEXT');
  const [id, wire, place] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    number,
    (Position['value'] | { t: number } | { digest: string })?,
    number?,
  ];
  if (typeof wire === 'object' && wire !== null && 'digest' in wire) return { id, digest: wire.digest };
  const value = typeof wire === 'object' && wire !== null && 't' in wire ? new Date(wire.t) : wire;
  if (value === undefined) return { id };
  return place === undefined ? { id, value } : { id, value, place };
};
