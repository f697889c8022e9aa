import { useSession } from '../features/sessions/client/use-session.ts';
import { LinkMobileModal } from '../features/users/link-mobile-modal.tsx';
import { startReact } from '../islands/react-island.tsx';
import { SavedOffer } from './errands/saved-offer.tsx';

/** What asks a signed-in visitor something: loaded where there is something to ask (visitor.island.ts). */
function VisitorParts() {
  const { user } = useSession();
  return (
    <>
      <LinkMobileModal />
      {user && <SavedOffer userId={user.id} />}
    </>
  );
}

export const startParts = (element: HTMLElement): void => startReact(element, VisitorParts, {});
