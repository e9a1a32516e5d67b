import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { DateTime } from '../components/date-time';

export type Delivery = OperationResult<'notifier.webhooks.deliveries'>['deliveries'][number];
type Attempt = Delivery['attempts'][number];

/** The cause of a missing response, if it is known. */
export const findReason = (error: string | null | undefined): string | undefined =>
  error && error !== 'no-answer' ? error : undefined;

/** The result of an attempt in words: status or reason, and time. */
export const describeAttempt = ({ status, ms, error }: Attempt): string => {
  if (status !== null) return t`status ${status} in ${ms} ms`;
  const reason = findReason(error);
  return reason === undefined ? t`no response in ${ms} ms` : t`no response in ${ms} ms: ${reason}`;
};

const isFailed = ({ status }: Attempt): boolean => status === null || status < 200 || status > 299;

const ResponseBody = ({ attempt: { response } }: { readonly attempt: Attempt }) =>
  response ? <Code block>{response}</Code> : null;

/** The attempts of a delivery: how many, the last one with the receiver's response, and on request all of them. */
export const DeliveryAttempts = ({ delivery: { attempts, nextAttempt } }: { readonly delivery: Delivery }) => {
  const last = attempts.at(-1);
  return (
    <>
      <div>{last ? t`${attempts.length}, last: ${describeAttempt(last)}` : attempts.length}</div>
      {nextAttempt && (
        <div>
          <Trans>
            Next: <DateTime at={nextAttempt} />
          </Trans>
        </div>
      )}
      {last && isFailed(last) && <ResponseBody attempt={last} />}
      {attempts.length > 1 && (
        <details>
          <summary>
            <Trans>All attempts</Trans>
          </summary>
          <ol>
            {attempts.map((attempt, nth) => (
              <li key={`${attempt.at}/${nth}`}>
                <DateTime at={attempt.at} />: {describeAttempt(attempt)}
                <ResponseBody attempt={attempt} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
};
