import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Empty } from '@/ui/rich/states.tsx';

/** An address that the person's role does not open. */
export function Forbidden() {
  return (
    <Empty icon={Lock} title={m.db_forbidden_title()} body={m.db_forbidden_body()}>
      <Link to="/" className={buttonStyles.button}>
        {m.db_back_home()}
      </Link>
    </Empty>
  );
}
