import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Handle } from '#kit/page/page'
import { Closed } from './Closed.tsx'
import { type StatusCode, statusCodes, StatusView } from '#kit/page/status-view'

export const handle: Handle = { hidden: true }

export const loader = ({ params }: LoaderFunctionArgs) => {
  const code = statusCodes.find((known) => known === params.code)
  if (!code) throw redirect('/status/404')
  return data(code, { status: Number(code) })
}

export default function Status() {
  const code = useLoaderData<StatusCode>()
  return <StatusView code={code}>{code === '403' && <Closed />}</StatusView>
}
