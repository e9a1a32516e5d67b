import { customFields, dealCustomFields, type CustomField } from '@porchlight/contracts';
import { readForwardHeaders, type Forward, type ResourceRoutesOptions } from '@porchlight/edge';
import { FIRST_PAGE, type Descriptor, type ListQuery } from '@porchlight/resource';

const PAGE = 100;
/** An account has at most 200 custom fields of a kind. */
const MAX_PAGES = 3;

/** Requests the names of an account's custom fields from the owning service. */
export const createCustomNames =
  (forward: Forward): ResourceRoutesOptions['customNames'] =>
  async (req, definedBy) => {
    const descriptor: Descriptor = definedBy === customFields.resource ? customFields : dealCustomFields;
    const names = new Set<string>();
    let next = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const query: ListQuery = { ...FIRST_PAGE, limit: PAGE, next };
      const answer = (await forward(descriptor, 'list', { query }, readForwardHeaders(req))) as {
        records: CustomField[];
        page?: { next: string };
      };
      for (const { name } of answer.records) if (name) names.add(name);
      next = answer.page?.next ?? '';
      if (next === '') break;
    }
    return names;
  };
