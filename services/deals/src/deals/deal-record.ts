import type { Deal } from '@porchlight/contracts';
import { shownCustomValues, type CustomDefinition } from '@porchlight/custom-fields';
import type { Strategy } from '@porchlight/store';
import type { PersonCopy, UserCopy } from '../copies';
import { buildTerms, type DealDocument } from './deal-document';
import type { DealRules } from './deal-parts';

/** Copies of the people and users of deals, and the custom fields to show. */
interface Related {
  readonly people: ReadonlyMap<number, PersonCopy>;
  readonly users: ReadonlyMap<number, UserCopy>;
  readonly fields: readonly CustomDefinition[];
  /** Names of the custom fields to show; `*` for all. */
  readonly customFields: readonly string[];
}

const findCopies = async <C extends PersonCopy | UserCopy>(
  copies: { byIds(accountId: number, ids: readonly number[]): Promise<C[]> },
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, C>> =>
  new Map((await copies.byIds(accountId, [...new Set(ids)])).map((copy) => [copy.recordId, copy]));

/** Renders deals with their people, users and custom values. Loads each kind in one query. */
export const createDealRecords = ({
  people,
  users,
  loadFields,
}: Pick<DealRules, 'people' | 'users' | 'loadFields'>): Required<
  Pick<Strategy<Deal, DealDocument, Related>, 'loadRelated' | 'render'>
> => ({
  loadRelated: async (documents, { actor: { accountId } }, customFields) => {
    const [foundPeople, foundUsers, fields] = await Promise.all([
      findCopies(
        people,
        accountId,
        documents.flatMap(({ peopleIds }) => peopleIds),
      ),
      findCopies(
        users,
        accountId,
        documents.flatMap(({ userIds }) => userIds),
      ),
      customFields.length > 0 ? loadFields(accountId) : [],
    ]);
    return { people: foundPeople, users: foundUsers, fields, customFields };
  },
  render: (document, _call, { people, users, fields, customFields }) => ({
    type: 0,
    ...buildTerms(document),
    createdAt: document.created,
    people: document.peopleIds.flatMap((id) => {
      const copy = people.get(id);
      if (!copy) return [];
      const { name, phones, emails, avatar } = copy;
      return [{ id, name, phones, emails, avatar: avatar ?? undefined }];
    }),
    users: document.userIds.map((id) => ({ id, name: users.get(id)?.name ?? '' })),
    customFields: shownCustomValues(fields, document.custom, customFields),
  }),
});
