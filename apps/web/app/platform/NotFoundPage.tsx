import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The route for any address that matches no screen. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const language = new URL(request.url).searchParams.get('lang')
  return redirect(language ? `/status/404?lang=${encodeURIComponent(language)}` : '/status/404')
}

export default function NotFoundPage() {
  return null
}
