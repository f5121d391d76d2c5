import { MOST_COUNTED } from '@tradewind/contract/kit/page'
import { useFigure } from './useFigure.ts'

interface Total {
  total: number
  estimated: boolean
}

/** A total that was counted up to here, and no further. */
export const isMoreThan = ({ total, estimated }: Total) => estimated && total === MOST_COUNTED

/** Writes how many there are in all: '312', '≈ 12,000', and '> 10,000' where it was not counted further. */
export const useTotal = () => {
  const figure = useFigure()
  return (of: Total) => `${isMoreThan(of) ? '> ' : of.estimated ? '≈ ' : ''}${figure(of.total)}`
}
