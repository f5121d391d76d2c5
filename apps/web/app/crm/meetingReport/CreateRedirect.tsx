import { redirect } from 'react-router'

/** Redirects a former address to the current form. */
export const clientLoader = ({ request }: { request: Request }) => {
  throw redirect(new URL(request.url).pathname.replace(/createOld\/?$/i, 'create'))
}

export default function CreateRedirect() {
  return null
}
