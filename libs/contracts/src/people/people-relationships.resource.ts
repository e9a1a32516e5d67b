import { bool, defineResource, inputOnly, int, list, readOnly, required, str, writable } from '@porchlight/resource';
import {
  PeopleRelationshipServiceDefinition,
  type PeopleRelationship,
} from '../generated/porchlight/people/v1/people_relationship_service';
import { EVERYONE } from '../roles';
import { addresses, emails, phones } from './contact';

/** A relative or partner of a person: a spouse, a brother (D12.4). */
export const peopleRelationships = defineResource<PeopleRelationship>(PeopleRelationshipServiceDefinition, {
  description: 'Relationships of people: a spouse, a brother.',
  collection: 'peoplerelationships',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'none' },
  describe: {
    personId: 'Id of the person who has the relationship.',
    name: 'Full name. If it is not sent, it follows from the first and last name.',
    type: 'Kind of relationship, for example Spouse.',
    isPriority: 'Always false; clients of other services read it.',
    picture: 'Always null; clients of other services read it.',
    socialData: 'Always empty; clients of other services read it.',
    relatedPersonId: 'Id of a person whose name, emails and phones the relationship gets.',
  },
  fields: {
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    personId: required(int({ min: 1 }), { fixed: true }),
    name: writable(str({ max: 511 })),
    firstName: writable(str()),
    lastName: writable(str()),
    type: writable(str(), { fallback: '', emptyClears: true }),
    isPriority: readOnly(bool(), { fallback: false }),
    emails: writable(emails),
    phones: writable(phones),
    addresses: writable(addresses),
    picture: readOnly(str()),
    socialData: readOnly(list(str())),
    // Not stored: the relationship would have to follow the merge and the erasure of that person.
    relatedPersonId: inputOnly(int({ min: 1 })),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    name: { type: 'string', match: 'contains' },
    firstName: { type: 'string', match: 'contains' },
    lastName: { type: 'string', match: 'contains' },
  },
  sorts: {
    id: { column: 'id' },
    created: { column: 'created' },
    name: { column: 'nameKey' },
    firstName: { column: 'firstNameKey' },
    lastName: { column: 'lastNameKey' },
    personId: { column: 'personId' },
  },
  webhooks: {
    created: 'peopleRelationshipCreated',
    updated: 'peopleRelationshipUpdated',
    deleted: 'peopleRelationshipDeleted',
  },
  example: { personId: 1, firstName: 'Ann', type: 'Spouse' },
});
