import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useEffect, useState } from 'react';
import { now } from '../components/current-time';
import styles from './lead-offer.module.css';

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** The time until an offer ends, as minutes and seconds; undefined when it has ended. */
export const formatRemaining = (until: string, at: number): string | undefined => {
  const seconds = Math.ceil((Date.parse(until) - at) / SECOND_MS);
  if (seconds <= 0) return undefined;
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
};

/** How long a lead can still be claimed, counted down. Screen readers read it once, not each second. */
export const OfferCountdown = ({ lead }: { readonly lead: Pick<Schemas['Person'], 'offeredUntil'> }) => {
  const [at, setAt] = useState(now);
  const until = lead.offeredUntil;
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const remaining = until ? formatRemaining(until, at) : undefined;
  if (!until || remaining === undefined) return null;
  return (
    <span className={styles.countdown}>
      <span aria-hidden="true">{t`${remaining} left`}</span>
      <VisuallyHidden>
        {t`until ${new Date(until).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })}`}
      </VisuallyHidden>
    </span>
  );
};
