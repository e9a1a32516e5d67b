import type { Descriptor } from '@porchlight/resource';
import type { Condition } from './contract/document-collection';
import { readField } from './read-field';

/** Selects the record that has the declared identity of a document; undefined if the resource declares none. */
export const selectIdentity = ({ identity }: Pick<Descriptor, 'identity'>, document: object): Condition | undefined =>
  identity && Object.fromEntries(identity.map((field) => [field, readField(document, field)]));
