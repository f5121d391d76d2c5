import { Button, Drawer } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { useFocusBack } from '#ui/dialog/useFocusBack'
import { Activity } from './Activity.tsx'

/** The button that opens what was done in the whole own drive, beside the list: it stands in the address. */
export const DriveActivity = () => {
  const t = useText()
  const [shown, show] = useParam('activity')
  useFocusBack(shown !== '')
  return (
    <>
      <Button variant="subtle" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => show('all')}>
        {t('Activity')}
      </Button>
      <Drawer opened={shown !== ''} onClose={() => show('')} position="right" title={t('Activity')} returnFocus={false}>
        {shown && <Activity />}
      </Drawer>
    </>
  )
}
