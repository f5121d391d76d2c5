import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import type { Listing } from '#ui/list/Paged'

const sizes = [10, 20, 50, 100] as const
const STORAGE_KEY = 'driveRows'

/** How many rows a page of a drive has: 10, or what was chosen last in this browser, until sign-out. */
export const usePageSize = () => {
  const [size, setSize] = useState<number>(
    () => sizes.find((one) => String(one) === localStorage.getItem(STORAGE_KEY)) ?? sizes[0],
  )
  const choose = (next: number) => {
    localStorage.setItem(STORAGE_KEY, String(next))
    setSize(next)
  }
  return [size, choose] as const
}

interface PageSizeProps {
  of: Pick<Listing<unknown>, 'list' | 'size'> & { address: Pick<Listing<unknown>['address'], 'change'> }
  onChoose: (size: number) => void
}

/** Chooses how many rows a page has. Shown where a folder has more than the smallest page. */
export const PageSize = ({ of: { list, size, address }, onChoose }: PageSizeProps) => {
  const t = useText()
  if ((list.data?.total ?? 0) <= sizes[0]) return null
  return (
    <NativeSelect
      size="xs"
      w={160}
      label={t('Records Per Page')}
      data={sizes.map(String)}
      value={String(size)}
      onChange={(event) => {
        onChoose(Number(event.currentTarget.value))
        address.change({ page: 1 }, { replace: true })
      }}
    />
  )
}
