import { strings } from '../strings.ts';
import { useConnection } from './connection.ts';

/** Says, wherever one is, that the connection is lost; it goes when changes arrive again. */
export const OfflineNotice = () => {
  if (useConnection() !== 'lost') return null;
  return (
    <p class="notice notice-bad" role="alert">
      {strings.lostNotice}
    </p>
  );
};
