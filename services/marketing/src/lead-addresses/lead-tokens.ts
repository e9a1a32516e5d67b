import { hashText, type Ids } from '@porchlight/runtime';
import { type DocumentCollection, inAllAccounts } from '@porchlight/store';
import type { LeadAddressDocument } from './lead-address-document';

/** 160 random bits. */
const TOKEN_BYTES = 20;
const LOCAL_PART = /^lead-([0-9a-f]{40})$/;

/** The token of a new address and its hash, which alone is stored. */
export const createLeadToken = (ids: Pick<Ids, 'random'>) => {
  const token = ids.random(TOKEN_BYTES).toString('hex');
  return { localPart: `lead-${token}`, tokenHash: hashText(token) };
};

/** Finds the record of an address of this domain; undefined if there is none or it was deleted. */
export const findLeadAddress = async (
  addresses: Pick<DocumentCollection<LeadAddressDocument>, 'findOne'>,
  address: string,
  domain: string,
): Promise<LeadAddressDocument | undefined> => {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  const [, token] = LOCAL_PART.exec(address.slice(0, at).toLowerCase()) ?? [];
  if (token === undefined) return undefined;
  const document = await addresses.findOne(inAllAccounts({ tokenHash: hashText(token) }));
  return document && !document.deletedAt ? document : undefined;
};
