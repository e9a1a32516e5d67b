import type { Deal } from '@porchlight/contracts';
import { shownCustomValues, type CustomDefinition } from '@porchlight/custom-fields';
import type { StoreCall } from '@porchlight/store';
import type { Copies, PersonCopy, UserCopy } from '../copies';
import type { LoadFields } from './deal-custom-fields';
import { termsOf, type DealDocument } from './deal-document';

export interface DealRecordPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  readonly loadFields: LoadFields;
}

/** Copies that were loaded for the records of a call. */
interface Looked {
  readonly people: Map<number, PersonCopy | undefined>;
  readonly users: Map<number, UserCopy | undefined>;
  fields?: readonly CustomDefinition[];
  /** Custom fields that the caller wants to see; `*` for all. */
  wanted: readonly string[];
}

/** Turns deals into records: people and users by their copies, custom values by their fields, in one query a kind. */
export const createDealRecords = ({ people, users, loadFields }: DealRecordPorts) => {
  const looked = new WeakMap<StoreCall, Looked>();
  const lookedFor = (call: StoreCall): Looked => {
    let known = looked.get(call);
    if (!known) looked.set(call, (known = { people: new Map(), users: new Map(), wanted: [] }));
    return known;
  };
  return {
    /** Notes which custom values the records of a call shall show; before they are looked up. */
    want: (call: StoreCall, names: readonly string[]): void => {
      lookedFor(call).wanted = names.filter(Boolean);
    },
    prepare: async (documents: readonly DealDocument[], call: StoreCall): Promise<void> => {
      const known = lookedFor(call);
      const { accountId } = call.actor;
      const missing = (
        idsOf: (document: DealDocument) => readonly number[],
        among: ReadonlyMap<number, unknown>,
      ): number[] => [...new Set(documents.flatMap(idsOf).filter((id) => !among.has(id)))];
      await Promise.all([
        fill(
          known.people,
          accountId,
          missing(({ peopleIds }) => peopleIds, known.people),
          people,
        ),
        fill(
          known.users,
          accountId,
          missing(({ userIds }) => userIds, known.users),
          users,
        ),
        known.wanted.length > 0 && (async () => void (known.fields ??= await loadFields(accountId)))(),
      ]);
    },
    recordOf: (document: DealDocument, call: StoreCall): Deal => {
      const known = lookedFor(call);
      return {
        id: document.id,
        created: document.created,
        updated: document.updated,
        pipelineId: document.pipelineId,
        stageId: document.stageId,
        enteredStageAt: document.enteredStageAt,
        name: document.name,
        type: 0,
        status: document.status,
        ...termsOf(document),
        createdAt: document.created,
        orderWeight: document.orderWeight,
        peopleIds: document.peopleIds,
        userIds: document.userIds,
        people: document.peopleIds.flatMap((id) => {
          const copy = known.people.get(id);
          if (!copy || copy.deleted) return [];
          const { name, phones, emails, avatar } = copy;
          return [{ id, name, phones, emails, avatar: avatar ?? undefined }];
        }),
        users: document.userIds.map((id) => ({ id, name: known.users.get(id)?.name ?? '' })),
        customFields: shownCustomValues(known.fields ?? [], document.custom, known.wanted),
        version: document.version,
      };
    },
  };
};

/** Makes records of deals, with the names of those who take part. */
export type DealRecords = ReturnType<typeof createDealRecords>;

const fill = async <C extends PersonCopy | UserCopy>(
  into: Map<number, C | undefined>,
  accountId: number,
  ids: readonly number[],
  copies: Copies<C>,
): Promise<void> => {
  const found = new Map((await copies.byIds(accountId, ids)).map((copy) => [copy.recordId, copy]));
  for (const id of ids) into.set(id, found.get(id));
};
