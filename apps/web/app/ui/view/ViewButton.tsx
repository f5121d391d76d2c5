import { Button, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { ListView, View, Viewed } from './useListView.ts'
import styles from './view.module.css'

const ViewMenu = lazyWithRetry(async () => (await import('./ViewMenu.tsx')).ViewMenu)

/** The view at a list's title. Its menu is fetched when it is first opened. */
export const ViewButton = ({ kind, view }: { kind: Viewed; view: ListView }) => {
  const [isOpen, setOpen] = useState(false)
  const label = useViewLabel(view)
  const button = (loading: boolean) => (
    <Button
      variant="subtle"
      size="compact-md"
      className={styles.view ?? ''}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={label}
      aria-haspopup="menu"
      loading={loading}
      onClick={() => setOpen(true)}
    >
      <ViewTitle view={view.view} isEdited={view.isEdited} />
    </Button>
  )
  if (!isOpen) return button(false)
  return (
    <Suspense fallback={button(true)}>
      <ViewMenu kind={kind} view={view} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** How the button is called: by what stands on it, and what it is for. */
export const useViewLabel = ({ view, isEdited }: Pick<ListView, 'view' | 'isEdited'>) => {
  const t = useText()
  const name = view?.name ?? t('All records')
  return t('View: {name}', { name: isEdited ? `${name} • ${t('edited')}` : name })
}

/** The name of the view in sight, and whether it is shown in another way than it was saved. */
export const ViewTitle = ({ view, isEdited }: { view: View | undefined; isEdited: boolean }) => {
  const t = useText()
  return (
    <>
      <Text span inherit truncate>
        {view?.name ?? t('All records')}
      </Text>
      {isEdited && (
        <Text span inherit c="dimmed" ms={6}>
          • {t('edited')}
        </Text>
      )}
    </>
  )
}
