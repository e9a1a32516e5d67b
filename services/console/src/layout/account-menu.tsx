import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Menu, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Link } from 'react-router';
import { Avatar } from '../components/avatar';
import { useSession } from '../session/session';
import { ACCOUNT_PAGES } from './navigation';
import styles from './layout.module.css';

const SCHEMES: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'auto', label: t`As the system` },
];

/** The signed-in user, the pages of this user, the colors, and "Sign out". */
export const AccountMenu = ({ signOut }: { readonly signOut: () => void }) => {
  const { user, account } = useSession();
  // Without this option Mantine writes a <style> element, which the content security policy blocks.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={styles.avatarButton} aria-label={t`Account of ${user.name}`}>
          <Avatar id={user.id} name={user.name} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.identity}>
          <Text fw={600}>{user.name}</Text>
          <Text size="sm" c="dimmed">
            {user.email}
          </Text>
          <Text size="sm" c="dimmed">{`${user.role}, ${account.name}`}</Text>
        </div>
        <Menu.Divider />
        {ACCOUNT_PAGES.map(({ label, path }) => (
          <Menu.Item key={path} component={Link} to={path}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>
          <Trans>Colors</Trans>
        </Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={signOut}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
