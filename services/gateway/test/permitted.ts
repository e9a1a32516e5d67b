import type { Caller } from '@porchlight/access';
import { allActions, allResources } from '@porchlight/contracts';
import { permit } from '@porchlight/edge';
import { isRefusal } from '@porchlight/errors';
import { formatOperation } from '@porchlight/resource';
import type { Request, Response } from 'express';

const METHODS = { list: 'GET', get: 'GET', create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** An operation of the API. */
export interface Operation {
  readonly name: string;
  readonly method: string;
}

/** Every operation of the registry with its method. */
export const OPERATIONS: readonly Operation[] = [
  ...allResources.flatMap((one) =>
    one.verbs.map((verb) => ({ name: formatOperation(one, verb), method: METHODS[verb] })),
  ),
  ...allActions.map(({ service, resource, name, method }) => ({ name: `${service}.${resource}.${name}`, method })),
];

/** The reason for which permit rejects an owner with these credentials; ok otherwise. */
export const outcome = (credentials: Partial<Caller>, { name, method }: Operation): string => {
  const actor: Caller = { accountId: 1, userId: 1, role: 'Owner', ...credentials };
  try {
    permit(name, ['Owner'])({ method, edge: { actor } } as unknown as Request, {} as Response, () => undefined);
    return 'ok';
  } catch (error) {
    return isRefusal(error) ? error.reason : 'fault';
  }
};
