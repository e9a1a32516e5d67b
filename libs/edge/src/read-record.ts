import { isRefusal } from '@porchlight/errors';
import {
  namesCustomFields,
  parseBody,
  type BodyOptions,
  type Descriptor,
  type Parsed,
  type ReadingMode,
  type Row,
} from '@porchlight/resource';
import type { Request } from 'express';
import { getBodyFormat } from './read-body';

/** Names of the custom fields that the caller's account defines. */
export type CustomNames = (req: Request, definedBy: NonNullable<Descriptor['custom']>) => Promise<ReadonlySet<string>>;

/**
 * Reads the body of a request by a descriptor. Reports all problems of a body at once (decisions section 1): if there
 * is a problem, undefined custom fields are looked up and reported too. In lenient mode they are looked up to be
 * ignored; the owning service checks the custom fields of a lead.
 */
export const readRecord = async (
  descriptor: Descriptor,
  req: Request,
  verb: 'create' | 'update',
  mode: ReadingMode,
  customNames: CustomNames,
  shape: Pick<BodyOptions, 'creates' | 'options'> = {},
): Promise<Parsed<Row>> => {
  const options = { ...shape, format: getBodyFormat(req), mode };
  const custom = namesCustomFields(descriptor, req.body) ? descriptor.custom : undefined;
  const readWithNames = async (): Promise<Parsed<Row>> =>
    parseBody(descriptor, req.body, verb, { ...options, customNames: custom && (await customNames(req, custom)) });
  if (mode === 'lenient' && custom) return readWithNames();
  try {
    return parseBody(descriptor, req.body, verb, options);
  } catch (error) {
    if (!isRefusal(error) || !custom) throw error;
    return readWithNames();
  }
};
