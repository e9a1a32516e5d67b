import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OperationResult } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Time without a key press before the API is asked, ms. */
const PAUSE_MS = 300;
/** Digits of the shortest phone number that can identify a person. */
const MIN_DIGITS = 7;

interface Props {
  readonly email: string;
  readonly phone: string;
  onClose(): void;
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text);
const isPhone = (text: string): boolean => text.replace(/\D/gu, '').length >= MIN_DIGITS;

/** Says that a person with the email or phone exists, while they are typed. */
export const KnownPerson = ({ email, phone, onClose }: Props) => {
  const [typed] = useDebouncedValue(`${email.trim()}\n${phone.trim()}`, PAUSE_MS);
  const [sentEmail = '', sentPhone = ''] = typed.split('\n');
  const contacts = {
    ...(isEmail(sentEmail) && { email: sentEmail }),
    ...(isPhone(sentPhone) && { phone: sentPhone }),
  };
  return <div role="status">{Object.keys(contacts).length > 0 && <Check contacts={contacts} onClose={onClose} />}</div>;
};

interface CheckProps extends Pick<Props, 'onClose'> {
  readonly contacts: { readonly email?: string; readonly phone?: string };
}

type Found = OperationResult<'people.people.checkDuplicate'>;

const describe = ({ matchedBy, assignedTo }: Found): string => {
  if (!matchedBy) return t`A person with this email or phone exists whom you may not see.`;
  if (matchedBy === 'phone')
    return assignedTo
      ? t`A person with this phone exists, assigned to ${assignedTo}.`
      : t`A person with this phone exists.`;
  return assignedTo
    ? t`A person with this email exists, assigned to ${assignedTo}.`
    : t`A person with this email exists.`;
};

/** A failure is not shown: the form works without the check. */
const Check = ({ contacts, onClose }: CheckProps) => {
  const { data } = useRecord(['people', 'duplicate', contacts], (options) =>
    porchlight.people.checkDuplicate(contacts, options),
  );
  if (!data?.found) return null;
  const value = data.matchedBy === 'phone' ? contacts.phone : contacts.email;
  return (
    <Text size="sm">
      {describe(data)}{' '}
      {data.matchedBy && value && (
        <Anchor size="sm" component={Link} to={`/people?q=${encodeURIComponent(value)}`} onClick={onClose}>
          <Trans>Show the person</Trans>
        </Anchor>
      )}
    </Text>
  );
};
