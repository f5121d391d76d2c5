import { redirect } from 'react-router'
import { session } from '#kit/session'
import { landingOf, returnPathOf } from '#platform/landing'

/** Leads users who are signed in to the page that they wanted, or to the landing page of their role. */
export const redirectSignedIn = ({ url }: Request) => {
  if (session.isOpen()) throw redirect(returnPathOf(new URL(url).searchParams.get('next')) ?? landingOf(session.actor().roles))
  return null
}
