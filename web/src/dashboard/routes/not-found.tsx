import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Empty } from '@/ui/rich/states.tsx';

export function ScreenNotFound() {
  return (
    <Empty icon={Compass} title={m.db_not_found_title()} body={m.db_not_found_body()}>
      <Link to="/" className={buttonStyles.button}>
        {m.db_back_home()}
      </Link>
    </Empty>
  );
}
