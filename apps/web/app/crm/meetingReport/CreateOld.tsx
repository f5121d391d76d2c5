import { redirect } from 'react-router'

/** An address of old: it leads to the form of today. */
export const clientLoader = ({ request }: { request: Request }) => {
  throw redirect(new URL(request.url).pathname.replace(/createOld\/?$/i, 'create'))
}

export default function CreateOld() {
  return null
}
