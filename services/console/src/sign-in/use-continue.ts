import { useNavigate, useSearchParams } from 'react-router';

const BASE = '/console';

/** Whether an address is a path of this server. `//other`, `/\other` and whole URLs are not. */
const isLocal = (next: string): boolean =>
  /^\/(?![/\\])/.test(next) && new URL(next, window.location.origin).origin === window.location.origin;

/** Opens the page that the user requested before signing in: a page of the console, or the consent page of OAuth. */
export const useContinue = (): (() => void) => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return () => {
    const next = search.get('next') ?? '';
    if (!isLocal(next)) void navigate('/today', { replace: true });
    else if (next === BASE || next.startsWith(`${BASE}/`))
      void navigate(next.slice(BASE.length) || '/today', { replace: true });
    else window.location.assign(next);
  };
};
