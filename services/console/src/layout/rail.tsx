import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import IconChevronsLeft from '@tabler/icons-react/icons/IconChevronsLeft';
import IconChevronsRight from '@tabler/icons-react/icons/IconChevronsRight';
import { useLocalStorage } from '@mantine/hooks';
import { NavLink, useNavigation } from 'react-router';
import { useSession } from '../session/session';
import { Brand } from './brand';
import { sectionsFor, type MenuLink } from './navigation';
import { NavBadge } from './nav-badge';
import { SavedListLinks } from './saved-list-links';
import styles from './layout.module.css';

interface Props {
  /** Only for phones, where the menu covers the page; wide windows always show it. */
  readonly open: boolean;
  close(): void;
}

/** The menu on the left: 220 px, or 56 px of icons. The choice is remembered in this browser. */
export const Rail = ({ open, close }: Props) => {
  const session = useSession();
  const loading = useNavigation().state === 'loading';
  const [narrow, setNarrow] = useLocalStorage({
    key: 'rail-narrow',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <nav
      id="menu"
      aria-label={t`Pages`}
      aria-busy={loading}
      className={styles.rail}
      data-narrow={narrow || undefined}
      data-open={open || undefined}
    >
      <div className={styles.railHead}>
        <Brand />
        <span className={styles.account}>{session.account.name}</span>
      </div>
      {sectionsFor(session.user.role).map(({ title, links }) => (
        <section key={title} aria-label={title}>
          <p className={styles.navTitle} aria-hidden="true">
            {title}
          </p>
          <ul>
            {links.map((link) => (
              <li key={link.path}>
                <RailLink link={link} narrow={narrow} close={close} />
                {link.path === '/people' && !narrow && <SavedListLinks close={close} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <button type="button" className={styles.collapse} aria-pressed={narrow} onClick={() => setNarrow(!narrow)}>
        {narrow ? <IconChevronsRight size={18} stroke={1.75} /> : <IconChevronsLeft size={18} stroke={1.75} />}
        <VisuallyHidden>
          <Trans>Only icons</Trans>
        </VisuallyHidden>
      </button>
    </nav>
  );
};

const RailLink = ({
  link: { label, path, icon: Icon },
  narrow,
  close,
}: {
  readonly link: MenuLink;
  readonly narrow: boolean;
  readonly close: () => void;
}) => (
  <NavLink to={path} className={styles.navLink} title={narrow ? label : undefined} onClick={close}>
    <Icon size={18} stroke={1.75} aria-hidden />
    <span className={styles.navLabel}>{label}</span>
    <NavBadge path={path} />
  </NavLink>
);
