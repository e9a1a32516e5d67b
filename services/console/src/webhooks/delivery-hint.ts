import { t } from '@lingui/core/macro';
import type { Delivery } from './delivery-attempts';

/** What to do about a status, from its most special to its most general meaning. */
const STATUS_HINTS: readonly (readonly [applies: (status: number) => boolean, hint: string])[] = [
  [
    (status) => status === 401 || status === 403,
    t`The receiver refused the request. Check how it verifies the signature.`,
  ],
  [(status) => status === 404, t`The address does not exist at the receiver. Correct the address of the webhook.`],
  [
    (status) => status === 406 || status === 410,
    t`The receiver asked for no more notifications. This disables the webhook.`,
  ],
  [(status) => status === 429, t`The receiver gets too many requests. The delivery is retried later.`],
  [(status) => status >= 300 && status < 400, t`Redirects are not followed. Use the final address for the webhook.`],
  [(status) => status >= 500, t`The receiver failed. Correct the receiver, then retry the delivery.`],
  [(status) => status >= 400, t`The receiver does not accept the request. Its response names the reason.`],
];

/** What to do about a missing response, by its reason; a test of tools compares the reasons with those of the API. */
const ERROR_HINTS: Readonly<Record<string, string>> = {
  'no-answer': t`The receiver did not respond. Check that the address is correct and can be reached from the internet.`,
  tls: t`The certificate of the receiver is not valid. Renew it, or complete its chain.`,
  reset: t`The receiver ended the connection before a response. Read its log, then retry the delivery.`,
  'bad-answer': t`The response is not valid HTTP. Check the port of the address, then retry the delivery.`,
};

const OTHER_ERROR = t`The connection failed before a response. Check the receiver, then retry the delivery.`;

/** What the user can do about a delivery whose last attempt failed; undefined if it did not fail. */
export const findHint = ({ status: state, attempts }: Pick<Delivery, 'status' | 'attempts'>): string | undefined => {
  const last = attempts.at(-1);
  if (!last || state === 'Delivered') return undefined;
  const { status, error } = last;
  if (status !== null) return STATUS_HINTS.find(([applies]) => applies(status))?.[1];
  return ERROR_HINTS[error ?? 'no-answer'] ?? OTHER_ERROR;
};
