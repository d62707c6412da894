# Run by U-Boot at every start: chooses the slot, counts the tries of a new one, and goes back when they are used up.
# The state lies twice on the first partition, each copy with a checksum: the first that is whole counts.
# A card whose slot cannot be loaded starts the other one.
if test "${board}" = "qemu-arm"; then setenv base 40000000; setenv serial ttyAMA0; setenv consoles "console=ttyAMA0"; else setenv base 0; setenv serial ttyS1; setenv consoles "console=tty0 console=ttyS1,115200"; fi
if test -z "${devtype}"; then setenv devtype mmc; setenv devnum 0; fi
setexpr a_state ${base} + 03000000
setexpr a_out ${base} + 03100000
setexpr a_copy ${base} + 03200000
# The first root file system has to stay below 9 MB here; 08000000 is where the device tree may lie.
setexpr a_initrd ${base} + 02700000
setexpr a_kernel ${base} + 0a000000
setexpr kernel_comp_addr_r ${base} + 10000000
setenv kernel_comp_size 2000000

setenv cur A
setenv try 0
setenv good A
setenv known 0
if load ${devtype} ${devnum}:1 ${a_state} state0.env 2000; then if env import -c ${a_state} 2000 cur try good; then setenv known 1; else echo STATE0-BAD; fi; fi
if test "${known}" = "0"; then if load ${devtype} ${devnum}:1 ${a_state} state1.env 2000; then if env import -c ${a_state} 2000 cur try good; then echo STATE1; else echo STATE1-BAD; fi; fi; fi

if test "${cur}" != "${good}"; then
  if test "${try}" = "0"; then echo ROLLBACK; setenv cur ${good}; else setexpr try ${try} - 1; fi
  env export -c -s 2000 ${a_out} cur try good
  fatwrite ${devtype} ${devnum}:1 ${a_out} state0.env 2000
  fatwrite ${devtype} ${devnum}:1 ${a_out} state1.env 2000
fi
if test "${cur}" != "${good}"; then setenv trial " trial"; else setenv trial; fi

setenv serial_shell
setenv no_watchdog
setenv extra
if load ${devtype} ${devnum}:1 ${a_state} debug.env; then env import -t ${a_state} ${filesize} serial_shell no_watchdog; fi
if test "${serial_shell}" = "1"; then setenv extra " systemd.debug_shell=${serial}"; fi
if test "${no_watchdog}" = "1"; then setenv extra "${extra} systemd.watchdog_sec=0"; fi

# SPI is on when the owner asked for it. What is laid over a copy of the device tree cannot spoil the original.
setenv spi
setenv a_fdt ${fdt_addr}
if load ${devtype} ${devnum}:1 ${a_state} pins.env; then env import -t ${a_state} ${filesize} spi; fi
if test "${spi}" = "1"; then
  if load ${devtype} ${devnum}:1 ${a_state} spi.dtbo; then
    fdt addr ${fdt_addr}
    if fdt move ${fdt_addr} ${a_copy} 200000; then
      if fdt apply ${a_state}; then echo SPI; setenv a_fdt ${a_copy}; else echo NO-SPI; fi
    fi
  fi
fi

echo "SLOT ${cur} try ${try} good ${good}"
if test "${cur}" = "B"; then setenv order "B A"; else setenv order "A B"; fi
for slot in ${order}; do
  if test "${slot}" = "B"; then setenv kp 3; setenv rp 6; else setenv kp 2; setenv rp 5; fi
  if load ${devtype} ${devnum}:${kp} ${a_kernel} Image.gz; then
    if load ${devtype} ${devnum}:${kp} ${a_initrd} initrd.zst; then
      setenv bootargs "${consoles} quiet panic=10 slot=${slot} rootpart=${rp}${trial}${extra}"
      echo "START ${slot}"
      booti ${a_kernel} ${a_initrd}:${filesize} ${a_fdt}
    fi
  fi
  echo "SLOT ${slot} DOES NOT START"
  setenv trial
done
sleep 5
reset
