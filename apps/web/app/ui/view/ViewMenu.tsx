import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { viewPolicy } from '@tradewind/contract/kit/view.policy'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { isSame } from '#kit/browser/drafts'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { useToast } from '#ui/page/toast'
import type { KindWithViews, ListView, View } from './useListView.ts'
import { useViewLabel, ViewTitle } from './ViewedList.tsx'
import styles from './view.module.css'

const NameDialog = lazyWithRetry(async () => (await import('./NameDialog.tsx')).NameDialog)

interface ViewMenuProps {
  kind: KindWithViews
  view: ListView
  onClose: () => void
}

const viewChanges = { changes: ['view'] } as const

/** Makes a view the current one without changing what is shown. */
const useSetCurrentView = ({ state }: ListView) => {
  const [, setParams] = useSearchParams()
  return ({ uniqueId }: View) => {
    const params = new URLSearchParams(location.search)
    params.set('view', uniqueId)
    // Without the order the address would mean the saved view.
    params.set('sort', state.sort)
    for (const name of ['page', 'missing']) params.delete(name)
    setParams(params, { preventScrollReset: true, replace: true })
  }
}

type ViewFields = Partial<Pick<View, 'name' | 'visibility' | 'state'>>

/** Changes a view. Rejects if somebody has changed it since `updatedAt`; the views are read again then. */
const useUpdateView = (kind: KindWithViews) => {
  const client = useQueryClient()
  const { mutateAsync } = useSend('PATCH /api/view/', viewChanges)
  return async ({ uniqueId, updatedAt }: Pick<View, 'uniqueId' | 'updatedAt'>, fields: ViewFields) => {
    try {
      return await mutateAsync({ entity: kind, uniqueId, updatedAt, ...fields })
    } catch (error) {
      void client.invalidateQueries({ queryKey: viewChanges.changes })
      throw error
    }
  }
}

/** The view as it is now, if the server rejected a change because somebody had changed it. */
const conflictingView = ({ status, data }: Failure) => (status === 409 ? (data as Partial<View> | null) : null)

/** Saves what the list shows in its view. If somebody has changed that since it was opened, asks whether to replace it. */
const useSaveView = (kind: KindWithViews, { base, view: current, state }: ListView) => {
  const t = useText()
  const toast = useToast()
  const update = useUpdateView(kind)
  const save = async (view: View) => {
    try {
      toast.reply(await update(view, { state }))
    } catch (error) {
      const failure = failureOf(error)
      const { updatedAt } = conflictingView(failure) ?? {}
      if (!updatedAt) return toast.failure(failure)
      const action = { label: t('Save anyway'), run: () => void save({ ...view, updatedAt }), duration: false } as const
      const text = `${t(failure.message)}. ${t('“Save anyway” replaces that version with yours.')}`
      toast.show({ title: t('ERROR'), text, failed: true, action })
    }
  }
  // Its name or its visibility may have changed since; saving keeps both.
  return () => save(isSame(base!.state, current!.state) ? current! : base!)
}

const visibilityMessages = {
  SHARED: phrase('This view is shared with everyone now.'),
  PRIVATE: phrase('This view is private now.'),
} as const

/** The actions on views, each by its call; errors are shown as a toast. */
const useViewCalls = (kind: KindWithViews, listView: ListView) => {
  const { view, state, open } = listView
  const toast = useToast()
  const setCurrentView = useSetCurrentView(listView)
  const update = useUpdateView(kind)
  const save = useSaveView(kind, listView)
  const create = useSend('POST /api/view/', viewChanges)
  const [remove, restore] = [
    useSend('DELETE /api/view/:uniqueId', viewChanges),
    useSend('PATCH /api/view/restore/:uniqueId', viewChanges),
  ]
  const setDefault = useSend('PATCH /api/view/default', viewChanges)
  const withErrorToast = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => toast.failure(failureOf(error)))
  }
  return {
    save,
    share: () =>
      withErrorToast(async () => {
        const visibility = view!.visibility === 'SHARED' ? 'PRIVATE' : 'SHARED'
        const { responseStatus } = await update(view!, { visibility })
        toast.reply({ responseStatus, message: visibilityMessages[visibility] })
      }),
    /** Rejects on failure: the dialog shows the error. */
    rename: async (name: string) => void (await update(view!, { name })),
    saveAs: async (name: string) => setCurrentView((await create.mutateAsync({ entity: kind, name, state })).data),
    makeDefault: () =>
      withErrorToast(() => setDefault.mutateAsync({ entity: kind, viewId: view && !view.isDefault ? view.uniqueId : null })),
    remove: (deletedView: View) =>
      withErrorToast(async () => {
        const reply = await remove.mutateAsync({ uniqueId: deletedView.uniqueId })
        open(undefined)
        const undo = async () => open((await restore.mutateAsync({ uniqueId: deletedView.uniqueId })).data)
        toast.reply(reply, () => void withErrorToast(undo))
      }),
  }
}

/** The views of a list, and actions for the current one. */
export const ViewMenu = ({ kind, view: listView, onClose }: ViewMenuProps) => {
  const t = useText()
  const calls = useViewCalls(kind, listView)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const [isOpen, setOpen] = useState(true)
  // The click that asks for a name closes the menu.
  const isNaming = useRef(false)
  const askForName = (what: 'new' | 'rename') => {
    isNaming.current = true
    setNaming(what)
  }
  const { view, views, isEdited } = listView
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={280}
        shadow="md"
        onClose={() => !isNaming.current && onClose()}
      >
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-md"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={useViewLabel(listView)}
          >
            <ViewTitle view={view} isEdited={isEdited} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          <Menu.Item leftSection={<CheckMark isSelected={!view} />} onClick={() => listView.open(undefined)}>
            {t('All records')}
          </Menu.Item>
          {views.map((one) => (
            <Menu.Item
              key={one.uniqueId}
              leftSection={<CheckMark isSelected={one.uniqueId === view?.uniqueId} />}
              rightSection={<ViewBadges of={one} />}
              onClick={() => listView.open(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {view && isEdited && view.mayChange && <Menu.Item onClick={() => void calls.save()}>{t('Save')}</Menu.Item>}
          <Menu.Item onClick={() => askForName('new')}>{t('Save as…')}</Menu.Item>
          {view && <ViewActions view={view} calls={calls} onRename={() => askForName('rename')} />}
        </Menu.Dropdown>
      </Menu>
      {naming && <Naming what={naming} kind={kind} view={view} calls={calls} onClose={onClose} />}
    </>
  )
}

interface NamingProps extends Pick<ViewMenuProps, 'kind' | 'onClose'> {
  what: 'new' | 'rename'
  view: ListView['view']
  calls: ReturnType<typeof useViewCalls>
}

/** Asks for the name of a new view, or of the current one. */
const Naming = ({ what, kind, view, calls, onClose }: NamingProps) => {
  const t = useText()
  const renamed = what === 'rename' ? view : undefined
  return (
    <Suspense>
      <NameDialog
        title={renamed ? t('Rename the view') : t('Save this view')}
        draftName={`view/${kind}/${renamed?.uniqueId ?? 'new'}`}
        name={renamed?.name ?? ''}
        onSave={renamed ? calls.rename : calls.saveAs}
        onClose={onClose}
      />
    </Suspense>
  )
}

interface ViewActionsProps {
  view: View
  calls: ReturnType<typeof useViewCalls>
  onRename: () => void
}

const ViewActions = ({ view, calls, onRename }: ViewActionsProps) => {
  const t = useText()
  const mayShare = can(useActor(), viewPolicy.share)
  return (
    <>
      {view.mayChange && <Menu.Item onClick={onRename}>{t('Rename…')}</Menu.Item>}
      {view.mayChange && mayShare && (
        <Menu.Item onClick={() => void calls.share()}>
          {view.visibility === 'SHARED' ? t('Make private') : t('Share with everyone')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void calls.makeDefault()}>
        {view.isDefault ? t('Do not use as the default view') : t('Use as the default view')}
      </Menu.Item>
      {view.mayChange && (
        <Menu.Item color="red" onClick={() => void calls.remove(view)}>
          {t('Delete')}
        </Menu.Item>
      )}
    </>
  )
}

const CheckMark = ({ isSelected }: { isSelected: boolean }) => (
  <span aria-hidden className={styles.mark}>
    {isSelected && '✓'}
  </span>
)

const ViewBadges = ({ of }: { of: View }) => {
  const t = useText()
  return (
    <>
      {of.isDefault && (
        <span role="img" aria-label={t('This is the default view')} title={t('This is the default view')}>
          ★
        </span>
      )}
      {of.visibility === 'SHARED' && (
        <Text span size="xs" c="dimmed" ms={6}>
          {t('Shared')}
        </Text>
      )}
    </>
  )
}
