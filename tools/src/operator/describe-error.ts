import { isRefusal } from '@porchlight/errors';
import { PorchlightError } from '@porchlight/sdk';

const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_)/;
/** Longest chain of causes that is followed. */
const MAX_CAUSES = 5;

const isCertificateError = (error: unknown): boolean => {
  let cause = error as { readonly code?: unknown; readonly cause?: unknown } | null | undefined;
  for (let depth = 0; cause && depth < MAX_CAUSES; depth += 1) {
    if (typeof cause.code === 'string' && CERTIFICATE.test(cause.code)) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
};

const TRUST =
  ' The certificate of the service is not trusted: pass --ca with the file of its authority (ca.crt), which the person who runs the service has.';

/** An error as one sentence, with the reason of the API if there is one, and what to do about a certificate. */
export const describeError = (error: unknown): string => {
  const remedy = isCertificateError(error) ? TRUST : '';
  if (isRefusal(error) || error instanceof PorchlightError) return `${error.reason}: ${error.message}${remedy}`;
  return `${error instanceof Error ? error.message : String(error)}${remedy}`;
};
