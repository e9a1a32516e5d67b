import { isRefusal } from '@porchlight/errors';
import { namesCustomFields, parseBody, type Descriptor, type Parsed, type Row } from '@porchlight/resource';
import type { Request } from 'express';
import { formatOf } from './read-body';

/** Names of the custom fields that the caller's account defines. */
export type CustomNames = (req: Request, definedBy: NonNullable<Descriptor['custom']>) => Promise<ReadonlySet<string>>;

/**
 * Reads the body of a request by a descriptor. All problems of a body are reported at once (decisions section 1): when there
 * is one already, custom fields that nobody defined are looked up and named beside it.
 */
export const readRecord = async (
  descriptor: Descriptor,
  req: Request,
  verb: 'create' | 'update',
  customNames: CustomNames,
): Promise<Parsed<Row>> => {
  try {
    return parseBody(descriptor, req.body, verb, formatOf(req));
  } catch (error) {
    if (!isRefusal(error) || !descriptor.custom || !namesCustomFields(descriptor, req.body)) throw error;
    return parseBody(descriptor, req.body, verb, formatOf(req), await customNames(req, descriptor.custom));
  }
};
