import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useNavigate } from 'react-router';
import { porchlight } from '../api/porchlight';
import { Avatar } from '../components/avatar';
import { ChangeButton } from '../components/change-button';
import { formatPrice } from '../components/format-price';
import { formatSource } from '../components/format-source';
import { RelativeTime } from '../components/relative-time';
import styles from './lead-offer.module.css';
import { OfferCountdown } from './offer-countdown';

/** A lead that waits to be claimed, with what the user needs to decide. */
export const LeadOffer = ({ lead }: { readonly lead: Schemas['Person'] }) => {
  const { id, name, source, price, created } = lead;
  const navigate = useNavigate();
  const title = name ?? '';
  return (
    <li className={styles.offer}>
      <Avatar id={id} name={title} />
      <div className={styles.main}>
        <div className={styles.title}>
          <strong>{title}</strong>
          <OfferCountdown lead={lead} />
        </div>
        <div className={styles.meta}>
          {[price ? formatPrice(price) : '', formatSource(source)].filter(Boolean).join(' · ')} ·{' '}
          <RelativeTime at={created} />
        </div>
        <Group gap="xs" mt="xs">
          <ChangeButton
            primary
            label={t`Claim`}
            name={t`Claim ${title}`}
            act={() => porchlight.people.claim({ personId: id })}
            subjects={['people']}
            onSuccess={() => void navigate(`/people/${id}`)}
          />
          <ChangeButton
            label={t`Not for me`}
            name={t`Not for me ${title}`}
            act={() => porchlight.people.ignoreUnclaimed({ personId: id })}
            subjects={['people']}
          />
        </Group>
      </div>
    </li>
  );
};
