import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Handle } from '#kit/page/page'
import { type StatusCode, statusCodes, StatusView } from '#kit/page/status-view'

export const handle: Handle = { hidden: true }

export const loader = ({ params }: LoaderFunctionArgs) => {
  const code = statusCodes.find((known) => known === params.code)
  if (!code) throw redirect('/status/404')
  return data(code, { status: Number(code) })
}

export default function Status() {
  return <StatusView code={useLoaderData<StatusCode>()} />
}
