import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { Card } from '../components/card';
import { PageFrame } from '../components/page-frame';
import { useSession } from '../session/session';
import styles from './settings-layout.module.css';
import { settingsFor } from './settings-pages';

/** All settings that the user may open, with what each is for. */
export default function SettingsPage() {
  const { user, account } = useSession();
  return (
    <PageFrame title={t`Settings`} about={t`The settings of ${account.name}.`}>
      <div className={styles.overview}>
        {settingsFor(user.role).map(({ title, pages }) => (
          <Card key={title} title={title}>
            <ul>
              {pages.map(({ label, path, about }) => (
                <li key={path}>
                  <Link to={path}>{label}</Link>
                  <span>{about}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </PageFrame>
  );
}
