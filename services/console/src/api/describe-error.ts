import { t } from '@lingui/core/macro';
import { PorchlightError } from '@porchlight/sdk';

/** Texts for errors without a usable response; the SDK's own texts are for developers. */
const TEXTS: Readonly<Record<string, string>> = {
  TIMEOUT: t`The server took too long to respond. Try again.`,
  NETWORK: t`The server cannot be reached. Check your connection, then try again.`,
  BAD_ANSWER: t`The response of the server was incomplete. Try again.`,
};

/** Returns the sentence that the page shows for an error. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof PorchlightError)) return t`Something went wrong. Reload the page and try again.`;
  const { reason, status, message } = error;
  if (reason === `HTTP_${status}`) return t`The server returned status ${status ?? ''}. Try again in a moment.`;
  return TEXTS[reason] ?? message;
};

/** Whether a retry can succeed. A rejected request is rejected again. */
export const canRetry = (error: unknown): boolean =>
  error instanceof PorchlightError &&
  (error.status === undefined || error.status < 400 || error.status === 429 || error.status >= 500);
