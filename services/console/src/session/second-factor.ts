import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRecord } from '../api/hooks';
import { callSession } from '../api/porchlight';

/** Whether the signed-in user has a second factor. */
interface SecondFactor {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** Proves that the user, and not only the browser, requests a change. */
export type Proof = {
  readonly password: string;
  /** Empty without a second factor. */
  readonly code: string;
};

export const useSecondFactor = () =>
  useRecord(['secondFactor'], ({ signal }) =>
    callSession<SecondFactor>('GET', '/session/secondFactor', undefined, signal),
  );

/** The routes reject a code where none is required. */
const omitEmptyCode = (input: object): object => {
  const { code, ...others } = input as { code?: string };
  const entered = code?.trim() ?? '';
  return entered === '' ? others : { ...others, code: entered };
};

/** Posts a proof with additional fields to a route of the session. */
export const useChangeWithProof = <In extends object, Out>(path: `/session${string}`, body: object = {}) => {
  const queries = useQueryClient();
  return useMutation<Out, unknown, In>({
    mutationFn: (input) => callSession<Out>('POST', path, { ...body, ...omitEmptyCode(input) }),
    // Reads everything again: the change can affect what the user may see.
    onSuccess: () => void queries.invalidateQueries(),
  });
};
