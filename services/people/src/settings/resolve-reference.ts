import { type Assignable, mayReceive } from '@porchlight/access';
import { invalidBody, refuse } from '@porchlight/errors';
import type { AccountSettings, TeamMember } from './account-settings';

/** Something that callers name either by name or by id. */
interface ReferenceKind {
  readonly nameField: string;
  readonly idField: string;
  /** Name of the kind in error messages, such as "a user". */
  readonly what: string;
  /** Ids with this name, the best first. */
  readonly named: (settings: AccountSettings, name: string) => readonly number[];
  readonly exists: (settings: AccountSettings, id: number) => boolean;
  readonly findName: (settings: AccountSettings, id: number) => string | undefined;
  /** The user who would get the record. */
  readonly findReceiver?: (settings: AccountSettings, id: number) => TeamMember | undefined;
}

const isLender = (member: TeamMember): boolean => member.role === 'Lender';

const memberKind = (
  nameField: string,
  idField: string,
  what: string,
  fits: (member: TeamMember) => boolean,
): ReferenceKind => ({
  nameField,
  idField,
  what,
  named: (settings, name) =>
    settings
      .membersNamed(name)
      .filter(fits)
      .map(({ id }) => id),
  exists: (settings, id) => {
    const member = settings.member(id);
    return member !== undefined && fits(member);
  },
  findName: (settings, id) => settings.member(id)?.name,
  findReceiver: (settings, id) => settings.member(id),
});

/** The assigned user of a person: any user but a lender. */
export const ASSIGNED_USER = memberKind('assignedTo', 'assignedUserId', 'a user', (member) => !isLender(member));
/** The assigned user of a task; lenders included. */
export const ASSIGNEE = memberKind('assignedTo', 'assignedUserId', 'a user', () => true);
/** The lender of a person. */
export const ASSIGNED_LENDER = memberKind('assignedLenderName', 'assignedLenderId', 'a lender', isLender);
/** The stage of a person. */
export const STAGE: ReferenceKind = {
  nameField: 'stage',
  idField: 'stageId',
  what: 'a stage',
  named: (settings, name) => {
    // A stage may be given by its id too (decisions section 11); a stage of that name comes first.
    const stage = settings.stageNamed(name) ?? (/^\d{1,10}$/.test(name) ? settings.stage(Number(name)) : undefined);
    return stage ? [stage.id] : [];
  },
  exists: (settings, id) => settings.stage(id) !== undefined,
  findName: (settings, id) => settings.stageShown(id).name,
};

/** Name and id as a caller gave them; null or empty text clears. */
export interface Given {
  readonly name?: string;
  readonly id?: number;
  readonly mask: ReadonlySet<string>;
  /** Prefix of the field in error messages, such as `person.`; default: none. */
  readonly within?: string;
  /** What a user gets by the assignment; default: a record. */
  readonly what?: Assignable;
}

/**
 * Returns the new id; `null`: cleared; undefined: unchanged. A name sets the id and vice versa. An unchanged value is
 * ignored, so that a client can read a record, change one of the two and send it back (decisions 1 and 4). Throws
 * UNKNOWN_REFERENCE, USER_NOT_ACTIVE for a user who may get nothing new (D13.3), and INVALID_BODY if name and id
 * contradict each other.
 */
export const resolveReference = (kind: ReferenceKind, settings: AccountSettings, sent: Given, current?: number) => {
  const chosen = chooseReference(kind, settings, sent, current);
  if (chosen === undefined || chosen === null || chosen === current || !kind.findReceiver) return chosen;
  const field = (sent.within ?? '') + (sent.mask.has(kind.idField) ? kind.idField : kind.nameField);
  checkReceiver(kind.findReceiver(settings, chosen), field, sent.what);
  return chosen;
};

/** Throws USER_NOT_ACTIVE if the user may get nothing new (D13.3). */
export const checkReceiver = (user: TeamMember | undefined, field: string, what: Assignable = 'record'): void => {
  if (user && !mayReceive(user, what))
    throw refuse('USER_NOT_ACTIVE', { field, name: user.name || `user ${user.id}`, status: user.status });
};

const chooseReference = (kind: ReferenceKind, settings: AccountSettings, sent: Given, current?: number) => {
  const currentName = current === undefined ? '' : (kind.findName(settings, current) ?? '');
  const name = sent.mask.has(kind.nameField) ? (sent.name ?? '').trim() : undefined;
  const id = sent.mask.has(kind.idField) ? (sent.id ?? null) : undefined;
  const { within = '' } = sent;
  const byName = name === undefined || name === currentName ? undefined : resolveName(kind, settings, name, within);
  const byId = id === undefined || id === (current ?? null) ? undefined : resolveId(kind, settings, id, within);
  if (byId === undefined) return byName === undefined ? undefined : (byName[0] ?? null);
  if (byName !== undefined && !(byId === null ? byName.length === 0 : byName.includes(byId)))
    throw invalidBody(`Fields '${within}${kind.nameField}' and '${within}${kind.idField}' do not name the same one.`);
  return byId;
};

const unknown = (kind: ReferenceKind, field: string, value: string | number) =>
  refuse('UNKNOWN_REFERENCE', { field, what: kind.what, value: String(value).slice(0, 100) });

const resolveName = (kind: ReferenceKind, settings: AccountSettings, name: string, within: string) => {
  if (!name) return [];
  const ids = kind.named(settings, name);
  if (ids.length === 0) throw unknown(kind, within + kind.nameField, name);
  return ids;
};

const resolveId = (kind: ReferenceKind, settings: AccountSettings, id: number | null, within: string) => {
  if (id !== null && !kind.exists(settings, id)) throw unknown(kind, within + kind.idField, id);
  return id;
};
