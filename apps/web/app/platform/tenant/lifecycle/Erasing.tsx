import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const DeletePermanently = lazyWithRetry(async () => (await import('./DeletePermanently.tsx')).DeletePermanently)

const Ask = createContext<(tenant: Tenant) => void>(() => undefined)

/** Asks whether a tenant shall be deleted for good. */
export const useAskToErase = () => useContext(Ask)

/** Stands around a list of tenants: what was typed into the dialog outlasts the row that asked for it. */
export const Erasing = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<Tenant | null>(null)
  return (
    <Ask value={setAsked}>
      {children}
      <Suspense>{asked && <DeletePermanently tenant={asked} onClose={() => setAsked(null)} />}</Suspense>
    </Ask>
  )
}
