import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { formatPrice } from '../components/format-price';
import { webAddress } from '../components/web-link';
import timelineStyles from '../components/timeline.module.css';

type Property = NonNullable<Schemas['Event']['property']>;

/** The property of an event: address, price, rooms, number of the listing. */
export const PropertyCard = ({ property }: { readonly property: Property }) => {
  const { street, city, state, code, price, bedrooms, bathrooms, area, mlsNumber, type, forRent, url } = property;
  const address = [street, city, [state, code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    price && (forRent ? t`${formatPrice(price)} rent` : formatPrice(price)),
    type,
    bedrooms && t`${bedrooms} bd`,
    bathrooms && t`${bathrooms} ba`,
    area && t`${area} sq ft`,
    mlsNumber && t`MLS ${mlsNumber}`,
  ].filter(Boolean);
  const link = webAddress(url);
  if (address === '' && facts.length === 0 && !link) return null;
  return (
    <div className={timelineStyles.property}>
      <div>
        {link ? (
          <a href={link} target="_blank" rel="noreferrer">
            {address || t`Listing`}
          </a>
        ) : (
          address
        )}
      </div>
      <div className={timelineStyles.facts}>{facts.join(' · ')}</div>
    </div>
  );
};
