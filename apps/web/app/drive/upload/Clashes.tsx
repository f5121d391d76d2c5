import { Button, Group, NativeSelect, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { Clash } from '@tradewind/contract/drive/driveUpload.contract'
import { useState } from 'react'
import { phrase, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import type { Asking } from './useUpload.ts'

const words: Record<Clash, string> = {
  REPLACE: phrase('Replace it'),
  KEEP: phrase('Keep both'),
  SKIP: phrase('Leave it out'),
}

const ways = ['REPLACE', 'KEEP', 'SKIP'] as const

/** Number of names that are listed. The others get the choice that is made for all. */
const SHOWN = 200

type Taken = Asking['taken'][number]

/** Asks what to do with each file whose name is taken: one by one, or for all together. */
export const Clashes = ({ asking: { taken, answer } }: { asking: Asking }) => {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Clash>>(new Map(taken.map(({ path }) => [path, 'KEEP'])))
  const forAll = (clash: Clash) =>
    setChosen(new Map(taken.map(({ path, folder }) => [path, folder && clash === 'REPLACE' ? 'KEEP' : clash])))
  const count = taken.length
  return (
    <Dialog
      opened
      onClose={() => answer(null)}
      title={t('Some names are taken')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Cancel') }}
    >
      <Stack>
        <Text size="sm">
          {t('There is already {count} file of this name.|There are already {count} files of these names.', { count })}
        </Text>
        {count > 1 && <ForAll onChoose={forAll} />}
        <List taken={taken} chosen={chosen} onChoose={(path, clash) => setChosen(new Map([...chosen, [path, clash]]))} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(null)}>
            {t('Cancel')}
          </Button>
          <Button onClick={() => answer(chosen)} data-autofocus>
            {t('Upload')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface ListProps {
  taken: readonly Taken[]
  chosen: ReadonlyMap<string, Clash>
  onChoose: (path: string, clash: Clash) => void
}

const List = ({ taken, chosen, onChoose }: ListProps) => {
  const t = useText()
  return (
    <>
      <ScrollArea.Autosize mah={360} type="auto">
        <Table>
          <Table.Tbody>
            {taken.slice(0, SHOWN).map((one) => (
              <One
                key={one.path}
                taken={one}
                chosen={chosen.get(one.path) ?? 'KEEP'}
                onChoose={(clash) => onChoose(one.path, clash)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {taken.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('Your choice applies to {count} more.', { count: taken.length - SHOWN })}
        </Text>
      )}
    </>
  )
}

const ForAll = ({ onChoose }: { onChoose: (clash: Clash) => void }) => {
  const t = useText()
  return (
    <Group gap="xs" role="group" aria-label={t('For all')}>
      <Text size="sm" fw={600}>
        {t('For all')}
      </Text>
      {ways.map((clash) => (
        <Button key={clash} size="compact-sm" variant="default" onClick={() => onChoose(clash)}>
          {t(words[clash])}
        </Button>
      ))}
    </Group>
  )
}

interface OneProps {
  taken: Taken
  chosen: Clash
  onChoose: (clash: Clash) => void
}

/** A file cannot replace a folder. */
const One = ({ taken: { path, folder }, chosen, onChoose }: OneProps) => {
  const t = useText()
  const offered = ways.filter((clash) => !folder || clash !== 'REPLACE')
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{path}</Table.Td>
      <Table.Td w={180}>
        <NativeSelect
          aria-label={t('What becomes of {name}', { name: path })}
          data={offered.map((clash) => ({ value: clash, label: t(words[clash]) }))}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value as Clash)}
        />
      </Table.Td>
    </Table.Tr>
  )
}
