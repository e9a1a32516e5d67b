import { isDeepStrictEqual } from 'node:util';
import type { Person } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import type { Draft, ResourceStore, StoreCall, Strategy } from '@porchlight/store';
import type { AccountSettingsCache } from '../settings/account-settings-cache';
import type { AccountSettings } from '../settings/account-settings';
import { defined, noSuchPerson, type AuthoredDocument, type OwnFields } from '../people/child';
import { viewersOf, type PersonDocument } from '../people/person-document';
import type { WriteImages } from './write-images';

/** Fields of every record that belongs to a person. */
export interface AuthoredRecord extends Row {
  created?: Date | undefined;
  updated?: Date | undefined;
  personId?: number | undefined;
  createdById?: number | undefined;
  updatedById?: number | undefined;
  createdBy?: string | undefined;
  updatedBy?: string | undefined;
}

/** The caller who writes a record of a person, and the account settings. */
export interface ChildContext {
  readonly call: StoreCall;
  readonly settings: AccountSettings;
  /** Users, besides owner and brokers, who may see the person. */
  readonly viewers: readonly number[];
  /** On create. */
  readonly person?: PersonDocument;
}

/** The rules of one kind of record that belongs to a person. They throw Refusal. */
export interface ChildRules<R extends AuthoredRecord, D extends AuthoredDocument> {
  prepareNew(context: ChildContext, input: R, mask: ReadonlySet<string>): OwnFields<D>;
  /** The document after an update; undefined values clear. */
  prepareChanged(context: ChildContext, before: D, input: R, mask: ReadonlySet<string>): D;
  toRecord(document: D, settings: AccountSettings, call: StoreCall): Omit<R, keyof AuthoredRecord>;
  prepareRecords?(documents: readonly D[], call: StoreCall): Promise<void>;
}

export interface ChildPorts<D extends AuthoredDocument> {
  readonly people: Pick<ResourceStore<Person, PersonDocument>, 'load'>;
  readonly settingsCache: AccountSettingsCache;
  readonly images: WriteImages<D>;
}

type ChildStrategy<R extends AuthoredRecord, D extends AuthoredDocument> = Required<
  Pick<
    Strategy<R, D>,
    'prepareForCreate' | 'prepareForUpdate' | 'prepareRecords' | 'toRecord' | 'viewersOf' | 'afterWrite'
  >
>;

/**
 * Common rules of notes, calls, text messages and tasks (decisions section 5): each requires a person whom the caller
 * may see, has the viewers of the person, cannot move to another person, and shows who created and who last updated it.
 */
export const personChild = <R extends AuthoredRecord, D extends AuthoredDocument>(
  { people, settingsCache, images }: ChildPorts<D>,
  rules: ChildRules<R, D>,
): ChildStrategy<R, D> => ({
  async prepareForCreate(call, input, mask) {
    const person = await people.load(call, input.personId ?? 0);
    if (!person) throw noSuchPerson();
    const settings = await settingsCache.load(call.actor.accountId);
    const viewers = viewersOf(person);
    const { userId } = call.actor;
    const own = defined(rules.prepareNew({ call, settings, viewers, person }, input, mask));
    const draft = { ...own, personId: person.id, viewers, createdById: userId, updatedById: userId };
    return draft as unknown as Draft<D>;
  },

  async prepareForUpdate(call, before, input, mask) {
    if (mask.has('personId') && input.personId !== before.personId)
      throw refuse('INVALID_BODY', { problems: "Field 'personId' cannot be changed." });
    const settings = await settingsCache.load(call.actor.accountId);
    const after = defined(rules.prepareChanged({ call, settings, viewers: before.viewers }, before, input, mask));
    return isDeepStrictEqual({ ...before }, after) ? before : { ...after, updatedById: call.actor.userId };
  },

  async prepareRecords(documents, call) {
    await settingsCache.load(call.actor.accountId);
    await rules.prepareRecords?.(documents, call);
  },

  toRecord(document, call) {
    const settings = settingsCache.cached(call.actor.accountId);
    const { id, created, updated, version, personId, createdById, updatedById } = document;
    const authored: AuthoredRecord = {
      id,
      created,
      updated,
      version,
      personId,
      createdById: createdById || undefined,
      updatedById: updatedById || undefined,
      createdBy: settings.member(createdById)?.name,
      updatedBy: settings.member(updatedById)?.name,
    };
    return { ...rules.toRecord(document, settings, call), ...authored } as R;
  },

  viewersOf: (document) => document.viewers,
  afterWrite: images.note,
});

/** The user of a record, by default the caller (decisions section 5). Refuses a user who is not in the account. */
export const resolveUser = ({ call, settings }: ChildContext, field: string, given: number | undefined): number => {
  if (given === undefined) return call.actor.userId;
  if (!settings.member(given)) throw refuse('UNKNOWN_REFERENCE', { field, what: 'a user', value: given });
  return given;
};

/** Refuses a URL that is not http or https: it is shown as a link. */
export const checkWebAddress = (field: string, given: string | undefined): string | undefined => {
  if (!given) return undefined;
  const parsed = URL.canParse(given) ? new URL(given) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:')
    throw refuse('INVALID_BODY', {
      problems: `Field '${field}' must be a web address that begins with https:// or http://.`,
    });
  return given;
};
