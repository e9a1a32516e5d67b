import { isDeepStrictEqual } from 'node:util';
import type { Address, PeopleRelationship } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import {
  column,
  type Columns,
  type Draft,
  normalizeText,
  splitGrams,
  type StoreCall,
  type Stored,
  type Strategy,
  type Write,
} from '@porchlight/store';
import {
  authoredColumns,
  type AuthoredDocument,
  checkEmails,
  checkNames,
  type PersonDocument,
  prepareAddresses,
  prepareChangedNames,
  prepareEmails,
  prepareNewNames,
  preparePhones,
  shownName,
  type StoredEmail,
  type StoredPhone,
} from '../person';
import type { People } from '../people';
import type { Settings } from '../settings';

export const relationshipColumns = {
  ...authoredColumns,
  firstName: column.text,
  lastName: column.text,
  type: column.optional(column.text),
  emails: column.listOf<StoredEmail>(
    column.nested({ value: column.text, type: column.text, isPrimary: column.flag, status: column.text }),
  ),
  phones: column.listOf<StoredPhone>(
    column.nested({
      value: column.text,
      type: column.text,
      isPrimary: column.flag,
      normalized: column.text,
      status: column.optional(column.text),
    }),
  ),
  addresses: column.listOf<Address>(column.anything<Address>()),
  name: column.text,
  nameKey: column.text,
  firstNameKey: column.text,
  lastNameKey: column.text,
  /** Of the whole name; first and last name are parts of it. */
  nameGrams: column.listOf(column.text),
} satisfies Columns;

/** A relationship as stored. */
export interface RelationshipDocument extends AuthoredDocument, Stored<typeof relationshipColumns> {}

/** What the rules of relationships read. */
export interface RelationshipSources extends Pick<Settings, 'settingsCache'> {
  readonly people: Pick<People['people'], 'load'>;
  /** Number of relationships of a person, counted up to a limit. */
  readonly countOfPerson: (call: StoreCall, personId: number, limit: number) => Promise<number>;
}

type SentFields = Pick<Write<PeopleRelationship, RelationshipDocument>, 'input' | 'mask'>;

/** Fills what the caller did not send with the name, emails and phones of the related person. */
const fillFrom = ({ input, mask }: SentFields, related: PersonDocument): SentFields => {
  const hasNames = ['name', 'firstName', 'lastName'].some((name) => mask.has(name));
  const { firstName, lastName } = related;
  return {
    input: {
      ...input,
      ...(!hasNames && { firstName, lastName }),
      ...(!mask.has('emails') && { emails: related.emails }),
      ...(!mask.has('phones') && { phones: related.phones }),
    },
    mask: new Set([...mask, ...(hasNames ? [] : ['firstName', 'lastName']), 'emails', 'phones']),
  };
};

/** The given names, emails, phones and addresses as stored; read like those of people. */
const prepareContent = (before: RelationshipDocument | undefined, { input, mask }: SentFields, country: string) => {
  const takes = (field: string): boolean => !before || mask.has(field);
  const names = before ? prepareChangedNames(before, input, mask) : prepareNewNames(input);
  if (takes('emails')) checkEmails(input.emails, before?.emails);
  return {
    ...checkNames(names),
    emails: before && !takes('emails') ? before.emails : prepareEmails(input.emails, before?.emails),
    phones: before && !takes('phones') ? before.phones : preparePhones(input.phones, country),
    addresses: before && !takes('addresses') ? before.addresses : prepareAddresses(input.addresses),
  };
};

type Content = ReturnType<typeof prepareContent>;

const withKeys = (content: Content) => {
  const name = shownName(content, content.emails, content.phones);
  return {
    ...content,
    name,
    nameKey: normalizeText(name),
    firstNameKey: normalizeText(content.firstName),
    lastNameKey: normalizeText(content.lastName),
    nameGrams: splitGrams(name),
  };
};

/** Rules of relationships (D12.4). */
export const createRelationshipsStrategy = ({
  people,
  settingsCache,
  countOfPerson,
}: RelationshipSources): Strategy<PeopleRelationship, RelationshipDocument> => {
  const readSent = async (call: StoreCall, sent: SentFields): Promise<SentFields> => {
    const { relatedPersonId } = sent.input;
    if (relatedPersonId === undefined) return sent;
    const related = await people.load(call, relatedPersonId);
    if (related) return fillFrom(sent, related);
    throw invalidBody("Field 'relatedPersonId': no such person or no permission.");
  };
  const checkNumber = async (call: StoreCall, personId: number): Promise<void> => {
    const limit = LIMITS.personRelationships.value;
    if ((await countOfPerson(call, personId, limit)) < limit) return;
    throw refuse('LIMIT_REACHED', { owner: 'A person', limit, what: 'relationships' });
  };

  return {
    async prepare(call, { before, input, mask }, declared) {
      const draft: Draft<RelationshipDocument> & { relatedPersonId?: number } = await declared();
      const { relatedPersonId: _copied, ...fields } = draft;
      if (!before) await checkNumber(call, fields.personId);
      const [{ country }, filled] = await Promise.all([
        settingsCache.load(call.actor.accountId),
        readSent(call, { input, mask }),
      ]);
      const after = { ...fields, ...withKeys(prepareContent(before, filled, country)) };
      // The declared fields compare entries as they were sent.
      const isSame = before && isDeepStrictEqual({ ...after, updatedById: before.updatedById }, { ...before });
      return isSame ? before : after;
    },
  };
};
